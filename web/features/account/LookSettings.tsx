import { useMantineColorScheme } from '@mantine/core'
import type { Account } from '#shared/contracts/account.ts'
import { useFirstStepsHidden } from '#web/lib/first-steps.ts'
import { useInstallWay } from '#web/lib/install.ts'
import { SettingsRow } from '#web/ui/SettingsRow.tsx'
import { Appearance } from './Appearance.tsx'
import { FirstStepsChoice } from './FirstStepsChoice.tsx'
import { Install } from './Install.tsx'
import { Presence } from './Presence.tsx'
import { appearanceText, rowText, settingsText as text } from './settings.text.ts'

/** Settings rows for presence, theme, first steps and installation. */
export function LookSettings({ account, userId }: { account: Account; userId: number }) {
  const isHidden = useFirstStepsHidden(userId)
  const { colorScheme } = useMantineColorScheme()
  const isInstalled = useInstallWay() === 'installed'
  const { sections, actions } = text
  return (
    <>
      <SettingsRow
        anchor="presence"
        title={sections.presence}
        state={account.showsPresence ? rowText.shown : rowText.notShown}
        action={actions.change}
        help={text.presenceHelp}
      >
        <Presence account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="appearance"
        title={sections.appearance}
        state={appearanceText.themes[colorScheme]}
        action={actions.change}
        help={text.appearanceHelp}
      >
        <Appearance />
      </SettingsRow>
      <SettingsRow
        anchor="first-steps"
        title={sections.firstSteps}
        state={isHidden ? rowText.notShown : rowText.shown}
        action={actions.change}
        help={text.firstStepsHelp}
      >
        <FirstStepsChoice userId={userId} />
      </SettingsRow>
      <SettingsRow
        anchor="install"
        title={sections.install}
        state={isInstalled ? rowText.installed : rowText.notInstalled}
        action={actions.look}
        help={text.installHelp}
      >
        <Install />
      </SettingsRow>
    </>
  )
}
