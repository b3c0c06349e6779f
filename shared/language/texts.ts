// Access to the interface texts in the current language.
// The browser has one language per page. The server has the language of each request or recipient.
import { createTextFormatters, type Formatters } from './formatters.ts'
import type { TextLanguage } from './languages.ts'

type Sections = Record<string, Record<string, unknown>>

const catalogs = new Map<TextLanguage, Sections>()
let readCurrentLanguage: () => TextLanguage = () => 'ms'

/** Registers compiled interface texts of a language, so that they can be looked up. */
export function registerTexts(language: TextLanguage, compileWith: (formatters: Formatters) => object): void {
  const areas = compileWith(createTextFormatters(language)) as Sections
  catalogs.set(language, { ...catalogs.get(language), ...areas })
}

/** Sets the function that returns the current language. Without such a function, the language is Malay. */
export function setCurrentLanguageGetter(read: () => TextLanguage): void {
  readCurrentLanguage = read
}

export const getLanguage = (): TextLanguage => readCurrentLanguage()

function getSection(area: string, section: string): object {
  const language = readCurrentLanguage()
  const texts = catalogs.get(language)?.[area]?.[section]
  if (!texts) throw new Error(`The texts of "${area}" in ${language} are not loaded`)
  return texts as object
}

/**
 * Returns an object that reads each text in the language that is current at the time of access. Texts must therefore be
 * read when they are shown, not when a module is loaded. @public Compiled texts call this function.
 */
export function createTextAccessor<Texts extends object>(area: string, section: string): Texts {
  return new Proxy({} as Texts, {
    get: (_, key) => Reflect.get(getSection(area, section), key),
    has: (_, key) => Reflect.has(getSection(area, section), key),
    ownKeys: () => Reflect.ownKeys(getSection(area, section)),
    getOwnPropertyDescriptor: (_, key) => {
      const property = Reflect.getOwnPropertyDescriptor(getSection(area, section), key)
      return property && { ...property, configurable: true }
    },
  })
}

/** Fills the placeholders of an interface text with the values. A text without placeholders is returned unchanged. */
export const fillText = <Values>(text: string | ((values: Values) => string), values: Values): string =>
  typeof text === 'string' ? text : text(values)

/** Returns an interface text by a key that this release may not know, such as an error code of a newer server. */
export const findText = <Texts extends object>(texts: Texts, key: string): Texts[keyof Texts] | undefined =>
  Object.hasOwn(texts, key) ? texts[key as keyof Texts] : undefined
