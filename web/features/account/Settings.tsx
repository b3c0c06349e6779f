import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Account } from '#shared/contracts/account.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SettingsSection, SettingsSections } from '#web/ui/SettingsSection.tsx'
import { Appearance } from './Appearance.tsx'
import { useAccount } from './account.api.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { Google } from './Google.tsx'
import { Install } from './Install.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Preferences } from './Preferences.tsx'
import { Presence } from './Presence.tsx'
import { PushDevices } from './PushDevices.tsx'
import { QuietHours } from './QuietHours.tsx'
import { settingsText as text } from './settings.text.ts'
import { TwoFactor } from './TwoFactor.tsx'

export function Settings({
  user,
  asked,
  encryption,
  ownData,
}: {
  user: CurrentUser
  /** What waits for an answer of theirs: a section as these, for those of whom something is asked. */
  asked: ReactNode
  /** One's keys, and what can be done about them. */
  encryption: ReactNode
  /** What one may do with one's own data: sections as these. */
  ownData: (account: Account) => ReactNode
}) {
  const account = useAccount()
  if (account.error) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  if (!account.data) return <Skeleton height={420} radius={16} />
  const { sections } = text
  return (
    <SettingsSections>
      {asked}
      <SettingsSection title={sections.email} help={text.emailHelp}>
        <ChangeEmail account={account.data} />
      </SettingsSection>
      <SettingsSection
        title={sections.password}
        help={account.data.hasPassword ? text.passwordHelp : text.setPasswordHelp}
      >
        <ChangePassword account={account.data} />
      </SettingsSection>
      <SettingsSection anchor="passkeys" title={sections.passkeys} help={text.passkeysHelp}>
        <Passkeys account={account.data} userId={user.id} />
      </SettingsSection>
      <SettingsSection anchor="two-factor" title={sections.twoFactor} help={text.twoFactorHelp}>
        <TwoFactor account={account.data} />
      </SettingsSection>
      <SettingsSection anchor="google" title={sections.google} help={text.googleHelp}>
        <Google account={account.data} />
      </SettingsSection>
      <SettingsSection anchor="devices" title={sections.devices} help={text.devicesHelp}>
        <Devices />
      </SettingsSection>
      <SettingsSection anchor="encryption" title={sections.encryption} help={text.encryptionHelp}>
        {encryption}
      </SettingsSection>
      <SettingsSection anchor="notifications" title={sections.notifications} help={text.notificationsHelp}>
        <PushDevices userId={user.id} />
        <Preferences user={user} />
        <QuietHours />
      </SettingsSection>
      <SettingsSection anchor="presence" title={sections.presence} help={text.presenceHelp}>
        <Presence account={account.data} />
      </SettingsSection>
      <SettingsSection title={sections.appearance} help={text.appearanceHelp}>
        <Appearance />
      </SettingsSection>
      <SettingsSection anchor="install" title={sections.install} help={text.installHelp}>
        <Install />
      </SettingsSection>
      {ownData(account.data)}
    </SettingsSections>
  )
}
