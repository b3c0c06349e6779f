import { useMutation, useQuery } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readAccount,
  requestEmailChange,
  setLanguage,
  setPresence,
} from '#shared/contracts/account/account.endpoints.ts'
import type { ChangeEmailBody, ChangePasswordBody } from '#shared/contracts/account/account.schemas.ts'
import type { CountResponse } from '#shared/fields/responses.ts'
import type { Language } from '#shared/language/languages.ts'
import { devicesText, passwordText, presenceText } from '#texts/settings.ts'
import { buildQueryOptions, callEndpoint, NetworkError } from '#web/lib/http/api.ts'
import {
  canReloadOffline,
  chooseLanguageAndReloadPage,
  storeOfflineLanguageChoiceOnDevice,
} from '#web/lib/language/choose-language.ts'

export function useAccount() {
  return useQuery(buildQueryOptions(readAccount))
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => callEndpoint(changePassword, { body }),
    meta: { success: passwordText.changed },
  })
}

export function useRequestEmailChange() {
  return useMutation({ mutationFn: (body: ChangeEmailBody) => callEndpoint(requestEmailChange, { body }) })
}

export function useSaveOnlineStatusVisibility() {
  return useMutation({
    mutationFn: (isShown: boolean) => callEndpoint(setPresence, { body: { isShown } }),
    meta: { failure: presenceText.failed },
  })
}

/**
 * Saves the language of the account, then shows it on this device. Without a connection the device changes at once
 * if the service worker can reload the page; the account follows at the next visit with a connection
 * (`sync-language-with-account.ts`).
 */
export function useSetLanguage() {
  return useMutation({
    mutationFn: async (language: Language) => {
      await callEndpoint(setLanguage, { body: { language } }).catch(error => {
        if (!(error instanceof NetworkError && canReloadOffline())) throw error
        storeOfflineLanguageChoiceOnDevice(language)
      })
      chooseLanguageAndReloadPage(language)
    },
  })
}

export function useOwnSessions() {
  return useQuery(buildQueryOptions(listOwnSessions))
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(endOwnSession, { params: { id } }),
    meta: { success: devicesText.ended, failure: devicesText.failed },
  })
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => callEndpoint(endOtherSessions),
    meta: {
      success: response => devicesText.endedOthers({ count: (response as CountResponse).count }),
      failure: devicesText.failed,
    },
  })
}
