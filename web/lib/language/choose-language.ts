// Changes the language of this device. The page is reloaded, because a page keeps its language.
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { readLanguageCookie, writeLanguageCookie } from './language-cookie.ts'
import { pageLanguage } from './load-texts.ts'

export function switchPageLanguage(language: Language): void {
  if (language === pageLanguage) return
  writeLanguageCookie(language)
  window.location.reload()
}

const unsavedKey = 'unsaved-language'

/** Remembers a language chosen without a connection, until the account has it too. */
export function rememberUnsavedLanguage(language: Language): void {
  localStorage.setItem(unsavedKey, language)
}

/** Saves the remembered language, if there is one, and returns whether there was. */
export async function saveRememberedLanguage(
  save: (language: Language) => Promise<unknown>,
): Promise<boolean> {
  const language = localStorage.getItem(unsavedKey)
  if (!isLanguage(language)) return false
  await save(language)
  localStorage.removeItem(unsavedKey)
  return true
}

/** Whether another tab of this browser has chosen another language since this page was loaded. */
export const isLanguageOutdated = (): boolean => (readLanguageCookie() ?? pageLanguage) !== pageLanguage
