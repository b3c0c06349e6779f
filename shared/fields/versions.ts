// Fields of records, such as announcements, whose title and text may be written in two languages.
import * as z from 'zod/mini'
import { languages } from '#shared/language/languages.ts'
import { versionFieldErrors } from '#texts/versions.ts'
import { canRunCrossFieldChecks } from './text.ts'

const language = z.enum(languages)

/** Response fields with the first and second language version of a record. */
export const versionColumns = {
  /** Language in which the author wrote the record (the first language version). */
  language,
  /** Language of the record's translation (second language version); null without a translation. */
  secondLanguage: z.nullable(language),
  secondTitle: z.nullable(z.string()),
}

/** Language of a title in a list. The server has already chosen the language version for the reader. */
export const titleLanguage = language

/**
 * Request fields for a record in two languages. A new record without `language` is in the language of the author's
 * interface. `secondLanguage` decides about the whole second version: omitted keeps the version, null removes it.
 */
export const versionFields = {
  language: z.optional(language),
  secondLanguage: z.optional(z.nullable(language)),
}

interface VersionRequest {
  language?: string
  secondLanguage?: string | null
  secondTitle?: string | null
  secondBody?: string | null
  secondDescription?: string | null
}

const reportAt = (field: string, error: () => string) => ({
  path: [field],
  error,
  when: canRunCrossFieldChecks,
})

/**
 * Validates the request for a record in two languages: the second version needs a title, and another language than the
 * first.
 */
export const secondVersionChecks = [
  z.refine<VersionRequest>(
    ({ language: first, secondLanguage: second }) => !second || second !== first,
    reportAt('secondLanguage', () => versionFieldErrors.sameLanguage),
  ),
  z.refine<VersionRequest>(
    ({ secondLanguage, secondTitle, secondBody, secondDescription }) =>
      Boolean(secondLanguage) || !(secondTitle || secondBody || secondDescription),
    reportAt('secondLanguage', () => versionFieldErrors.noLanguage),
  ),
  z.refine<VersionRequest>(
    ({ secondLanguage, secondTitle }) => !secondLanguage || Boolean(secondTitle),
    reportAt('secondTitle', () => versionFieldErrors.title),
  ),
]

/** Requires a text in the second language of a record, if the record has a second language. */
export const secondBodyCheck = z.refine<VersionRequest>(
  ({ secondLanguage, secondBody }) => !secondLanguage || Boolean(secondBody),
  reportAt('secondBody', () => versionFieldErrors.body),
)
