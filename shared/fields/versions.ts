// Fields of records whose title and text may be written in two languages.
import * as z from 'zod/mini'
import { languages } from '#shared/language/languages.ts'
import { versionFieldErrors } from '#texts/versions.ts'
import { isObjectValue } from './text.ts'

const language = z.enum(languages)

/** Fields of a response with both versions, beside `title` and the texts of the record. */
export const versionColumns = {
  /** Language of the first version. */
  language,
  /** Language of the second version; null when there is none. */
  secondLanguage: z.nullable(language),
  secondTitle: z.nullable(z.string()),
}

/** Language of a title in a list of which the server has chosen the version for the reader. */
export const titleLanguage = language

/**
 * Fields of a request. An omitted `language` of a new record is that of the author's interface.
 * `secondLanguage` decides about the whole second version: omitted keeps it, null removes it.
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

const reportAt = (field: string, error: () => string) => ({ path: [field], error, when: isObjectValue })

/** Checks of a request: a second version has a title and another language; without a language it has no texts. */
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

/** Check of a request whose text is required: the second version has a text, too. */
export const secondBodyCheck = z.refine<VersionRequest>(
  ({ secondLanguage, secondBody }) => !secondLanguage || Boolean(secondBody),
  reportAt('secondBody', () => versionFieldErrors.body),
)
