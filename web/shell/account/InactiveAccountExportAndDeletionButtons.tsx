import { dataText } from '#texts/my-data.ts'
import { useAccount } from '#web/features/account/account.api.ts'
import { DataDownloadAndErasureSettings } from '#web/features/my-data/DataDownloadAndErasureSettings.tsx'
import { SettingsGroup } from '#web/ui/layout/SettingsRow.tsx'

/** Buttons for data export and account deletion, for accounts that are not active. */
export function InactiveAccountExportAndDeletionButtons() {
  const account = useAccount()
  return (
    <SettingsGroup title={dataText.group}>
      <DataDownloadAndErasureSettings account={account.data} />
    </SettingsGroup>
  )
}
