import { setLanguage } from '#shared/contracts/account/account.endpoints.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { saveRememberedLanguage, switchPageLanguage } from './choose-language.ts'
import { pageLanguage } from './load-texts.ts'

/**
 * Brings this device and the account to the same language after the sign-in.
 * A choice made on this device wins and is saved; otherwise this device shows the language of the account.
 */
export async function syncLanguage(accountLanguage: Language | undefined): Promise<void> {
  const isSaved = await saveRememberedLanguage(language => callEndpoint(setLanguage, { body: { language } }))
  if (!isSaved && accountLanguage && isLanguage(pageLanguage)) switchPageLanguage(accountLanguage)
}
