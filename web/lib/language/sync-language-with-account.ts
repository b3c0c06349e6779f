import { setLanguage } from '#shared/contracts/account/account.endpoints.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import {
  chooseLanguage,
  chooseLanguageAndReloadPage,
  saveOfflineLanguageChoiceToAccount,
} from './choose-language.ts'
import { pageLanguage } from './load-interface-text-group.ts'

/**
 * Makes this device and the account use the same language. A language chosen on this device is saved in the account.
 * Otherwise the device uses the account's language: at once after the sign-in, later by an offer to reload the page,
 * because the user may be typing.
 */
export async function syncLanguageWithAccount(
  accountLanguage: Language | undefined,
  isAfterSignIn: boolean,
): Promise<void> {
  const isSaved = await saveOfflineLanguageChoiceToAccount(language =>
    callEndpoint(setLanguage, { body: { language } }),
  )
  if (isSaved || !accountLanguage || !isLanguage(pageLanguage)) return
  if (isAfterSignIn) chooseLanguageAndReloadPage(accountLanguage)
  else chooseLanguage(accountLanguage)
}
