// Changes the language of this device. The page is reloaded, because a page keeps its language.
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { hasOpenCall } from '#web/lib/state/open-call.ts'
import { createStore } from '#web/lib/state/store.ts'
import { readLanguageCookie, writeLanguageCookie } from './language-cookie.ts'
import { pageLanguage } from './load-texts.ts'

/** Language chosen on this device. While it differs from that of the page, the shell offers to reload the page. */
export const chosenLanguage = createStore<string>(pageLanguage)

/** Reads the language again, which another tab of this browser may have changed. */
export function refreshChosenLanguage(): void {
  chosenLanguage.set(readLanguageCookie() ?? pageLanguage)
}

/** Chooses the language of this device without reloading the page. */
export function chooseLanguage(language: Language): void {
  writeLanguageCookie(language)
  chosenLanguage.set(language)
}

/** Chooses the language of this device and shows it, except during a call, which a reload would interrupt. */
export function switchPageLanguage(language: Language): void {
  chooseLanguage(language)
  if (language !== pageLanguage && !hasOpenCall.get()) window.location.reload()
}

/** Whether the service worker would answer a reload. It has stored the texts of all languages. */
export const canReloadOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)

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
