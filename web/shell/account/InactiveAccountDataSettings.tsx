import { dataText } from '#texts/my-data.ts'
import { useAccount } from '#web/features/account/account.api.ts'
import { OwnDataSettings } from '#web/features/my-data/OwnDataSettings.tsx'
import { SettingsGroup } from '#web/ui/layout/SettingsRow.tsx'

/** Buttons for data export and account deletion, for accounts that are not active. */
export function InactiveAccountDataSettings() {
  const account = useAccount()
  return (
    <SettingsGroup title={dataText.group}>
      <OwnDataSettings account={account.data} />
    </SettingsGroup>
  )
}
