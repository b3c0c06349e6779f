// Records, such as announcements, that their author writes in one language and optionally in a second one.
import type { Language, TextLanguage } from './languages.ts'
import { getLanguage } from './texts.ts'

/** Title of a record in one or two languages. */
export interface VersionedTitle {
  /** Language of the first version, in which the author wrote the record. */
  language: Language
  /** Language of the second version of a record; null when the record has only one language. */
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
 * Returns the record with the version for readers of `language` in the first place and the other version in the second.
 * Readers of a language in which there is no version get the first one.
 */
export function chooseLanguageVersion<Item extends VersionedText>(
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
