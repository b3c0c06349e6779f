import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio, Stack } from '@mantine/core'
import { type Language, languageNames, languages } from '#shared/language/languages.ts'
import { languageText as text } from '#texts/language.ts'
import { useSetLanguage } from '#web/features/account/account.api.ts'
import { pageLanguage } from '#web/lib/language/load-texts.ts'

/** Choice of the language for screens on this device and for everything sent to the user. */
export function LanguageSetting() {
  const save = useSetLanguage()
  return (
    <Radio.Group
      aria-label={text.title}
      value={save.variables ?? pageLanguage}
      onChange={language => save.mutate(language as Language)}
    >
      <Stack gap="xs">
        {languages.map(language => (
          <Radio
            key={language}
            value={language}
            lang={language}
            label={languageNames[language]}
            disabled={save.isPending}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
