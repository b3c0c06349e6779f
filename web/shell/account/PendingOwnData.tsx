import { useAccount } from '#web/features/account/account.api.ts'
import { dataText } from '#web/features/my-data/my-data.text.ts'
import { OwnDataSettings } from '#web/features/my-data/OwnDataSettings.tsx'
import { SettingsGroup } from '#web/ui/layout/SettingsRow.tsx'

/** Data export and account deletion for accounts that are not active. */
export function PendingOwnData() {
  const account = useAccount()
  return (
    <SettingsGroup title={dataText.group}>
      <OwnDataSettings account={account.data} />
    </SettingsGroup>
  )
}
