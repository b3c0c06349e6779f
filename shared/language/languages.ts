/** Languages that users can choose, in the order of the menus. */
export const languages = ['ms', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * Generated pseudo-language for tests: English with accents and longer words. Servers offer it only if a setting
 * enables it.
 */
export const pseudoLanguage = 'en-XA'

/** Languages with compiled texts, including the pseudo-language that tests use. */
export type TextLanguage = Language | typeof pseudoLanguage

export const isLanguage = (value: unknown): value is Language =>
  languages.some(language => language === value)

export const isTextLanguage = (value: unknown): value is TextLanguage =>
  isLanguage(value) || value === pseudoLanguage

/** Name of the cookie with the language that was chosen on a device. Client and server both read and write it. */
export const languageCookie = 'language'

/** Names of the languages, each in the language itself. Language names are never translated. */
export const languageNames: Record<Language, string> = { ms: 'Bahasa Melayu', en: 'English' }
