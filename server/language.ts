// Determines the current language of the server: that of the request, socket or mail recipient being served.
import '#texts/all.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Settings } from '#server/env.ts'
import { isLanguage, type Language, type TextLanguage } from '#shared/language/languages.ts'
import { getLanguage, setCurrentLanguageGetter } from '#shared/language/texts.ts'

/**
 * Language of a unit of work, such as a request. The language of a request changes once its signed-in user is known.
 */
export interface LanguageScope {
  language: TextLanguage
}

const currentScope = new AsyncLocalStorage<LanguageScope>()

// Texts whose reader is unknown, such as those of command-line programs, are in Malay.
setCurrentLanguageGetter(() => currentScope.getStore()?.language ?? 'ms')

/** Runs work and all it awaits in the language of `scope`, which may be changed while the work runs. */
export function runWithMutableLanguageScope<Result>(scope: LanguageScope, work: () => Result): Result {
  return currentScope.run(scope, work)
}

/** Runs work, with everything that it awaits, in the given language. */
export function runInLanguage<Result>(language: TextLanguage, work: () => Result): Result {
  return currentScope.run({ language }, work)
}

/**
 * Runs work in the language of the person who will read the produced texts. `chosen` is the column `users.language`.
 */
export function runInRecipientLanguage<Result>(
  { DEFAULT_LANGUAGE }: Pick<Settings, 'DEFAULT_LANGUAGE'>,
  chosen: Language | null | undefined,
  work: () => Result,
): Result {
  return runInLanguage(chosen ?? DEFAULT_LANGUAGE, work)
}

/** Returns the current language for storage in the column `users.language`; null for the pseudo-language of tests. */
export function getCurrentLanguageToStoreInDatabase(): Language | null {
  const language = getLanguage()
  return isLanguage(language) ? language : null
}

/**
 * Binds an iterable to the current language, because its consumer, such as a stream, may read it after the language has
 * changed.
 */
export function bindIterableToCurrentLanguage<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const language = getLanguage()
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = items[Symbol.asyncIterator]()
      return {
        next: () => runInLanguage(language, () => iterator.next()),
        return: async value => iterator.return?.(value) ?? { done: true, value },
      }
    },
  }
}

const locales: Record<TextLanguage, string> = { ms: 'ms-MY', en: 'en-GB', 'en-XA': 'en-GB' }

/** Locale of the current language for `Intl` formatters. */
export const getLocale = () => locales[getLanguage()]
