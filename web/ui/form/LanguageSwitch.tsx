import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Language, languageNames, languages } from '#shared/language/languages.ts'
import { languageText } from '#texts/language.ts'
import {
  canReloadOffline,
  chooseLanguageAndReloadPage,
  storeOfflineLanguageChoiceOnDevice,
} from '#web/lib/language/choose-language.ts'
import { pageLanguage } from '#web/lib/language/load-interface-text-group.ts'

/**
 * Choice of language on pages for visitors. Each language has its own name, so that its speakers recognize it. In a
 * header (`isShort`), phones show only the language to which the user can switch.
 */
export function LanguageSwitch({ isShort = false }: { isShort?: boolean }) {
  const [hasFailed, setFailed] = useState(false)
  function chooseLanguageAndReload(language: Language): void {
    // The language cannot be switched while offline without a service worker, because a reload would fail.
    const canReload = navigator.onLine || canReloadOffline()
    setFailed(!canReload)
    if (!canReload) return
    storeOfflineLanguageChoiceOnDevice(language)
    chooseLanguageAndReloadPage(language)
  }
  return (
    <Group role="group" gap="xs" justify="center" aria-label={languageText.title}>
      {languages.map(language => (
        <Anchor
          key={language}
          component="button"
          type="button"
          lang={language}
          size="sm"
          px={8}
          mih={44}
          visibleFrom={isShort && language === pageLanguage ? 'xs' : undefined}
          style={{ whiteSpace: 'nowrap' }}
          c={language === pageLanguage ? 'dimmed' : undefined}
          aria-current={language === pageLanguage ? 'true' : undefined}
          onClick={() => chooseLanguageAndReload(language)}
        >
          {languageNames[language]}
        </Anchor>
      ))}
      {hasFailed && (
        <Text role="alert" size="sm" c="dimmed" ta="center">
          {languageText.failed}
        </Text>
      )}
    </Group>
  )
}
