// Selects the language version of a record whose author wrote it in one or two languages.
import type { Language, TextLanguage } from './languages.ts'
import { getLanguage } from './texts.ts'

/** Title of an activity or announcement: the original and, if there is one, its translation. */
export interface VersionedTitle {
  /** Language in which the author wrote the record (the first language version). */
  language: Language
  /** Language of the record's translation (second language version); null without a translation. */
  secondLanguage: Language | null
  title: string
  secondTitle: string | null
}

interface VersionedText extends VersionedTitle {
  body?: string
  secondBody?: string | null
  description?: string | null
  secondDescription?: string | null
}

/**
 * Returns the record with the version in the reader's language as first and the other version as second. When no
 * version is in the reader's language, the order stays unchanged.
 */
export function putTranslationInReaderLanguageFirst<Item extends VersionedText>(
  item: Item,
  language: TextLanguage = getLanguage(),
): Item {
  const { secondLanguage, secondTitle } = item
  if (secondLanguage === null || secondLanguage !== language || secondTitle === null) return item
  return {
    ...item,
    language: secondLanguage,
    secondLanguage: item.language,
    title: secondTitle,
    secondTitle: item.title,
    ...('secondBody' in item && { body: item.secondBody, secondBody: item.body }),
    ...('secondDescription' in item && {
      description: item.secondDescription,
      secondDescription: item.description,
    }),
  }
}
