import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Appearance } from './Appearance.tsx'
import { useAccount } from './account.api.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { EraseAccount } from './EraseAccount.tsx'
import { MyData } from './MyData.tsx'
import { Preferences } from './Preferences.tsx'
import styles from './Settings.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { settingsText as text } from './settings.text.ts'

/** `encryption`: one's keys, and what can be done about them. */
export function Settings({ user, encryption }: { user: CurrentUser; encryption: ReactNode }) {
  const account = useAccount()
  if (account.error) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  if (!account.data) return <Skeleton height={420} radius={16} />
  const { sections } = text
  return (
    <div className={styles.page}>
      <SettingsSection title={sections.email} help={text.emailHelp}>
        <ChangeEmail account={account.data} />
      </SettingsSection>
      <SettingsSection
        title={sections.password}
        help={account.data.hasPassword ? text.passwordHelp : text.setPasswordHelp}
      >
        <ChangePassword account={account.data} />
      </SettingsSection>
      <SettingsSection title={sections.devices} help={text.devicesHelp}>
        <Devices />
      </SettingsSection>
      <SettingsSection anchor="encryption" title={sections.encryption} help={text.encryptionHelp}>
        {encryption}
      </SettingsSection>
      <SettingsSection title={sections.notifications} help={text.notificationsHelp}>
        <Preferences user={user} />
      </SettingsSection>
      <SettingsSection title={sections.appearance} help={text.appearanceHelp}>
        <Appearance />
      </SettingsSection>
      <SettingsSection title={sections.data} help={text.dataHelp}>
        <MyData />
      </SettingsSection>
      <SettingsSection title={sections.erase} help={text.eraseHelp}>
        <EraseAccount />
      </SettingsSection>
    </div>
  )
}
