import { useMutation, useQuery } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readAccount,
  requestEmailChange,
  setPresence,
} from '#shared/contracts/account/account.endpoints.ts'
import type { ChangeEmailBody, ChangePasswordBody } from '#shared/contracts/account/account.schemas.ts'
import type { CountResponse } from '#shared/fields/responses.ts'
import { devicesText, passwordText, presenceText } from '#texts/settings.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

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

export function useSetPresenceSharing() {
  return useMutation({
    mutationFn: (isShown: boolean) => callEndpoint(setPresence, { body: { isShown } }),
    meta: { failure: presenceText.failed },
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
