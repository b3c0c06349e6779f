import { useMantineColorScheme } from '@mantine/core'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { isLanguage, languageNames } from '#shared/language/languages.ts'
import { languageText } from '#texts/language.ts'
import { appearanceText, rowText, settingsText as text } from '#texts/settings.ts'
import { useIsFirstStepsCardHidden } from '#web/lib/device/first-steps.ts'
import { useAppInstallMethod } from '#web/lib/device/install-prompt.ts'
import { pageLanguage } from '#web/lib/language/load-interface-text-group.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { FirstStepsCardSetting } from './FirstStepsCardSetting.tsx'
import { InstallInstructions } from './InstallInstructions.tsx'
import { LanguageSetting } from './LanguageSetting.tsx'
import { OnlineStatusSwitch } from './OnlineStatusSwitch.tsx'
import { ThemeSetting } from './ThemeSetting.tsx'

/**
 * Settings rows for language, online status, colour theme, the first-steps card of the dashboard, and installing the
 * app.
 */
export function DisplaySettings({ account, userId }: { account: Account; userId: number }) {
  const isHidden = useIsFirstStepsCardHidden(userId)
  const { colorScheme } = useMantineColorScheme()
  const isInstalled = useAppInstallMethod() === 'installed'
  const { sections, actions } = text
  return (
    <>
      <SettingsRow
        anchor="language"
        title={languageText.title}
        state={isLanguage(pageLanguage) ? languageNames[pageLanguage] : pageLanguage}
        action={actions.change}
        help={languageText.help}
      >
        <LanguageSetting />
      </SettingsRow>
      <SettingsRow
        anchor="presence"
        title={sections.presence}
        state={account.showsPresence ? rowText.shown : rowText.notShown}
        action={actions.change}
        help={text.presenceHelp}
      >
        <OnlineStatusSwitch account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="appearance"
        title={sections.appearance}
        state={appearanceText.themes[colorScheme]}
        action={actions.change}
        help={text.appearanceHelp}
      >
        <ThemeSetting />
      </SettingsRow>
      <SettingsRow
        anchor="first-steps"
        title={sections.firstSteps}
        state={isHidden ? rowText.notShown : rowText.shown}
        action={actions.change}
        help={text.firstStepsHelp}
      >
        <FirstStepsCardSetting userId={userId} />
      </SettingsRow>
      <SettingsRow
        anchor="install"
        title={sections.install}
        state={isInstalled ? rowText.installed : rowText.notInstalled}
        action={actions.look}
        help={text.installHelp}
      >
        <InstallInstructions />
      </SettingsRow>
    </>
  )
}
