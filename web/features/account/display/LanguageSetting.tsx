import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio, Stack } from '@mantine/core'
import { type Language, languageNames, languages } from '#shared/language/languages.ts'
import { languageText as text } from '#texts/language.ts'
import { useSetLanguage } from '#web/features/account/account.api.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { chosenLanguage } from '#web/lib/language/choose-language.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/** Choice of the language for screens on this device, and for emails and notifications sent to the user. */
export function LanguageSetting() {
  const save = useSetLanguage()
  const chosen = useStoreState(chosenLanguage)
  return (
    <Radio.Group
      aria-label={text.title}
      // The form shows a failed save itself, because the code for toasts is loaded lazily and may be missing offline.
      error={save.isError && ((save.error instanceof ApiError && save.error.text) || text.failed)}
      value={save.isPending ? save.variables : chosen}
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
