// Changes the language of this device. The page must be reloaded, because its language is fixed when it loads.
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { hasOpenCall } from '#web/lib/state/open-call.ts'
import { createStore } from '#web/lib/state/store.ts'
import { readLanguageCookie, writeLanguageCookie } from './language-cookie.ts'
import { pageLanguage } from './load-interface-text-group.ts'

/** Language chosen on this device. If it differs from the page's language, the app offers to reload the page. */
export const chosenLanguage = createStore<string>(pageLanguage)

/** Reads the chosen language again from storage, because another tab may have changed it. */
export function reloadChosenLanguageFromStorage(): void {
  chosenLanguage.set(readLanguageCookie() ?? pageLanguage)
}

/** Chooses the language of this device without reloading the page. */
export function chooseLanguage(language: Language): void {
  writeLanguageCookie(language)
  chosenLanguage.set(language)
}

/** Chooses the language of this device and reloads the page. During a call, the page is not reloaded. */
export function chooseLanguageAndReloadPage(language: Language): void {
  chooseLanguage(language)
  if (language !== pageLanguage && !hasOpenCall.get()) window.location.reload()
}

/** Whether a service worker controls this page. If so, the page can be reloaded offline in any language. */
export const canReloadOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)

const unsavedKey = 'unsaved-language'

/** Stores a language chosen offline in local storage, until the language can be saved in the user's account. */
export function storeOfflineLanguageChoiceOnDevice(language: Language): void {
  localStorage.setItem(unsavedKey, language)
}

/** Saves the language chosen while offline to the user's account. Returns false if none was chosen. */
export async function saveOfflineLanguageChoiceToAccount(
  save: (language: Language) => Promise<unknown>,
): Promise<boolean> {
  const language = localStorage.getItem(unsavedKey)
  if (!isLanguage(language)) return false
  await save(language)
  localStorage.removeItem(unsavedKey)
  return true
}
