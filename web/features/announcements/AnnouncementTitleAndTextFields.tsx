import { TextInput } from '@mantine/core'
import { maxAnnouncementTitleLength } from '#shared/contracts/announcements/announcements.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { versionText } from '#texts/versions.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import {
  getInitialTextLanguages,
  secondTitleId,
  TextLanguageAndTranslationFields,
  type VersionLanguages,
} from '#web/ui/form/TextLanguageAndTranslationFields.tsx'
import { AnnouncementBodyField } from './AnnouncementBodyField.tsx'

interface StoredTexts extends VersionLanguages {
  title: string
  body: string
  secondTitle: string | null
  secondBody: string | null
}

/** Returns the initial values of the text fields: the texts of the announcement, or empty texts. */
export const getAnnouncementTextValues = (stored: StoredTexts | undefined) => ({
  title: stored?.title ?? '',
  body: stored?.body ?? '',
  ...getInitialTextLanguages(stored),
  // A removed second language keeps its text in the form state, so the text reappears when the author adds it again.
  secondTitle: stored?.secondTitle ?? '',
  secondBody: stored?.secondBody ?? '',
})

export type TextValues = ReturnType<typeof getAnnouncementTextValues>

/**
 * Returns the values of the announcement form to send. If the author removed the second language, its texts are
 * omitted.
 */
export const omitRemovedLanguageVersion = <Values extends TextValues>(values: Values) =>
  values.secondLanguage ? values : { ...values, secondTitle: null, secondBody: null }

/** Fields for title and text of an announcement, in one or two languages. */
export function AnnouncementTitleAndTextFields({
  values,
  errors,
  onChange,
}: {
  values: TextValues
  errors: FieldErrors
  onChange: (change: Partial<TextValues>) => void
}) {
  return (
    <>
      <TextInput
        name="title"
        label={text.title}
        lang={values.language}
        withAsterisk
        data-autofocus
        maxLength={maxAnnouncementTitleLength}
        value={values.title}
        error={errors.title}
        onChange={event => onChange({ title: event.currentTarget.value })}
      />
      <AnnouncementBodyField
        name="body"
        label={text.body}
        language={values.language}
        value={values.body}
        error={errors.body}
        onChange={body => onChange({ body })}
      />
      <TextLanguageAndTranslationFields value={values} onChange={onChange}>
        {secondLanguage => {
          const language = versionText.names[secondLanguage]
          return (
            <>
              <TextInput
                id={secondTitleId}
                name="secondTitle"
                label={versionText.title({ language })}
                lang={secondLanguage}
                withAsterisk
                maxLength={maxAnnouncementTitleLength}
                value={values.secondTitle}
                error={errors.secondTitle}
                onChange={event => onChange({ secondTitle: event.currentTarget.value })}
              />
              <AnnouncementBodyField
                name="secondBody"
                label={versionText.body({ language })}
                language={secondLanguage}
                value={values.secondBody}
                error={errors.secondBody}
                onChange={secondBody => onChange({ secondBody })}
              />
            </>
          )
        }}
      </TextLanguageAndTranslationFields>
    </>
  )
}
