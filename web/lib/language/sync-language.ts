import { setLanguage } from '#shared/contracts/account/account.endpoints.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { chooseLanguage, saveRememberedLanguage, switchPageLanguage } from './choose-language.ts'
import { pageLanguage } from './load-texts.ts'

/**
 * Brings this device and the account to the same language.
 * A choice made on this device wins and is saved; otherwise this device takes the language of the account:
 * at once after the sign-in, and later by an offer to reload, because the user may be typing.
 */
export async function syncLanguage(
  accountLanguage: Language | undefined,
  isAfterSignIn: boolean,
): Promise<void> {
  const isSaved = await saveRememberedLanguage(language => callEndpoint(setLanguage, { body: { language } }))
  if (isSaved || !accountLanguage || !isLanguage(pageLanguage)) return
  if (isAfterSignIn) switchPageLanguage(accountLanguage)
  else chooseLanguage(accountLanguage)
}
