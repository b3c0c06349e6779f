import { Box, Button, Flex, NativeSelect, Stack, Text } from '@mantine/core'
import { IconLanguage, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { isLanguage, type Language, languageNames, languages } from '#shared/language/languages.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { versionText as text } from '#texts/versions.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'

export interface VersionLanguages {
  language: Language
  /** Language of the second version of a text; null if the text exists in one language only. */
  secondLanguage: Language | null
}

/** Id of the title field in the second language. It takes the focus when the author adds that language. */
export const secondTitleId = 'second-title'

/**
 * Returns the text languages with which a form starts: those of the edited record, or the page's language for
 * a new record.
 */
export function getInitialTextLanguages(record: VersionLanguages | undefined): VersionLanguages {
  const pageLanguage = getLanguage()
  const { language, secondLanguage } = record ?? {}
  return {
    language: language ?? (isLanguage(pageLanguage) ? pageLanguage : 'ms'),
    secondLanguage: secondLanguage ?? null,
  }
}

/**
 * Select for a text's language, with a button that adds a second language. `children`: fields of the second language.
 */
export function TextLanguageAndTranslationFields({
  value: { language, secondLanguage },
  onChange,
  className,
  children,
}: {
  value: VersionLanguages
  onChange: (value: VersionLanguages) => void
  className?: string
  children: (secondLanguage: Language) => ReactNode
}) {
  const addId = useId()
  const others = languages.filter(other => other !== language)
  const secondName = secondLanguage && text.names[secondLanguage]

  function changeLanguage(chosen: Language): void {
    // If the author chooses the same language for both texts, the languages of the two texts are exchanged.
    onChange({ language: chosen, secondLanguage: secondLanguage === chosen ? language : secondLanguage })
  }
  function addVersion(added: Language): void {
    onChange({ language, secondLanguage: added })
    focusElementAfterDialogCloses(secondTitleId)
  }
  function removeVersion(): void {
    onChange({ language, secondLanguage: null })
    focusElementAfterDialogCloses(addId)
  }

  return (
    <Stack gap={12} className={className}>
      <Flex wrap="wrap" gap="8px 16px" align="flex-end">
        <NativeSelect
          name="language"
          label={text.language}
          data={languages.map(code => ({ value: code, label: languageNames[code] }))}
          value={language}
          onChange={event => changeLanguage(event.currentTarget.value as Language)}
        />
        {!secondLanguage &&
          others.map((other, index) => (
            <Button
              key={other}
              id={index === 0 ? addId : undefined}
              variant="subtle"
              ml={{ base: -12, sm: 0 }}
              leftSection={<IconLanguage size={18} aria-hidden />}
              onClick={() => addVersion(other)}
            >
              {text.add[other]}
            </Button>
          ))}
      </Flex>
      {secondLanguage && secondName && (
        <Stack component="fieldset" gap={12} m={0} p={14} miw={0} bd="1px solid var(--line)" bdrs={12}>
          <Box component="legend" px={6} fw={600} fz={14}>
            {text.second({ language: secondName })}
          </Box>
          <Text size="xs" c="dimmed">
            {text.help({ language: secondName })}
          </Text>
          <input type="hidden" name="secondLanguage" value={secondLanguage} />
          {children(secondLanguage)}
          <Button
            variant="subtle"
            color="gray"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconX size={18} aria-hidden />}
            onClick={removeVersion}
          >
            {text.remove({ language: secondName })}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
