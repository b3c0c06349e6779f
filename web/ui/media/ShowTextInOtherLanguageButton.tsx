import { Anchor } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { Language } from '#shared/language/languages.ts'
import type { VersionedTitle } from '#shared/language/put-translation-in-reader-language-first.ts'
import { versionText as text } from '#texts/versions.ts'

/** Link that shows a text in its other language. Renders nothing if the text exists in one language only. */
export function ShowTextInOtherLanguageButton({
  version: { secondLanguage },
  onSwitch,
}: {
  version: Pick<VersionedTitle, 'secondLanguage'>
  onSwitch: (language: Language) => void
}) {
  if (!secondLanguage) return null
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      fw={600}
      mih={44}
      display="inline-flex"
      style={{ gap: 6, alignItems: 'center', alignSelf: 'flex-start' }}
      onClick={() => onSwitch(secondLanguage)}
    >
      <IconLanguage size={18} aria-hidden />
      {text.read({ language: text.names[secondLanguage] })}
    </Anchor>
  )
}
