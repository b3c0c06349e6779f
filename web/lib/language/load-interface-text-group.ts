// Loads the interface texts in the page's language. Choosing another language reloads the page.
import { isTextLanguage, type TextLanguage } from '#shared/language/languages.ts'
import { registerTexts, setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { textLoaders } from '#texts/index.ts'
import { readLanguageCookie } from './language-cookie.ts'

/**
 * Groups of texts. `start`: the sign-in page, the shell and the dashboard. `app`: all other screens. `countries`: the
 * names of all countries.
 */
type TextGroup = 'start' | 'countries' | 'app'

/** Language of the page. The cookie takes precedence, because a cached HTML page may be in another language. */
function findPageLanguage(): TextLanguage {
  const chosen = readLanguageCookie() ?? document.documentElement.lang
  return isTextLanguage(chosen) ? chosen : 'ms'
}

export const pageLanguage = findPageLanguage()
setCurrentLanguageGetter(() => pageLanguage)
document.documentElement.lang = pageLanguage

const loads = new Map<TextGroup, Promise<void>>()

/** Loads a group of interface texts once. If loading failed, the next call loads the group again. */
export function loadInterfaceTextGroup(group: TextGroup): Promise<void> {
  const load =
    loads.get(group) ??
    textLoaders[pageLanguage][group]().then(texts => registerTexts(pageLanguage, texts.default))
  loads.set(group, load)
  load.catch(() => loads.delete(group))
  return load
}

/** Loads the interface texts of all screens except the sign-in page and the dashboard. */
export async function loadScreenTexts(): Promise<void> {
  await Promise.all([loadInterfaceTextGroup('app'), loadInterfaceTextGroup('countries')])
}
