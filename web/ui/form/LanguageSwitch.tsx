import { Anchor, Group } from '@mantine/core'
import { languageNames, languages } from '#shared/language/languages.ts'
import { languageText } from '#texts/language.ts'
import { rememberUnsavedLanguage, switchPageLanguage } from '#web/lib/language/choose-language.ts'
import { pageLanguage } from '#web/lib/language/load-texts.ts'

/** Language choice on pages for visitors. Each language is written in itself, so that its readers recognize it. */
export function LanguageSwitch() {
  return (
    <Group component="nav" gap="xs" justify="center" aria-label={languageText.title}>
      {languages.map(language => (
        <Anchor
          key={language}
          component="button"
          type="button"
          lang={language}
          size="sm"
          px={8}
          mih={44}
          c={language === pageLanguage ? 'dimmed' : undefined}
          aria-current={language === pageLanguage ? 'true' : undefined}
          onClick={() => {
            rememberUnsavedLanguage(language)
            switchPageLanguage(language)
          }}
        >
          {languageNames[language]}
        </Anchor>
      ))}
    </Group>
  )
}
