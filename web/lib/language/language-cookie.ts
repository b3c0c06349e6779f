import { languageCookie } from '#shared/language/languages.ts'

const tenYears = 10 * 365 * 24 * 60 * 60

/** Reads the language chosen on this device from a cookie, which the server also reads for pages and error messages. */
export function readLanguageCookie(): string | undefined {
  const entry = document.cookie.split('; ').find(pair => pair.startsWith(`${languageCookie}=`))
  return entry?.slice(languageCookie.length + 1)
}

export function writeLanguageCookie(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari of old phones lack the Cookie Store API
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${tenYears}; samesite=lax`
}
