// Loads the texts of the page's language. A page keeps its language: choosing another one reloads the page.
import { isTextLanguage, type TextLanguage } from '#shared/language/languages.ts'
import { registerTexts, setLanguageSource } from '#shared/language/texts.ts'
import { textLoaders } from '#texts/index.ts'
import { readLanguageCookie } from './language-cookie.ts'

/**
 * `start`: the texts of the sign-in page, the shell and the dashboard; `app`: the texts of all other screens;
 * `countries`: the names of all countries.
 */
type TextGroup = 'start' | 'countries' | 'app'

/** The cookie counts first, because a document kept for offline use may have been made for another language. */
function findPageLanguage(): TextLanguage {
  const chosen = readLanguageCookie() ?? document.documentElement.lang
  return isTextLanguage(chosen) ? chosen : 'ms'
}

export const pageLanguage = findPageLanguage()
setLanguageSource(() => pageLanguage)
document.documentElement.lang = pageLanguage

const loads = new Map<TextGroup, Promise<void>>()

/** Loads a group of texts once. After a failed load, the next call tries again. */
export function loadTexts(group: TextGroup): Promise<void> {
  const load =
    loads.get(group) ??
    textLoaders[pageLanguage][group]().then(texts => registerTexts(pageLanguage, texts.default))
  loads.set(group, load)
  load.catch(() => loads.delete(group))
  return load
}

/** Loads the texts of every screen but the sign-in page and the dashboard. */
export async function loadScreenTexts(): Promise<void> {
  await Promise.all([loadTexts('app'), loadTexts('countries')])
}
