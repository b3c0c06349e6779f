import { useAccount } from '#web/features/account/account.api.ts'
import { OwnData } from '#web/features/my-data/OwnData.tsx'
import { SettingsSections } from '#web/ui/SettingsSection.tsx'

/** For an account that is not active: what it may still do with its own data. */
export function PendingOwnData() {
  const account = useAccount()
  return (
    <SettingsSections>
      <OwnData account={account.data} />
    </SettingsSections>
  )
}
