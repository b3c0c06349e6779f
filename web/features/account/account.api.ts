import { useMutation, useQuery } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readAccount,
  requestEmailChange,
  setPresence,
} from '#shared/contracts/account.endpoints.ts'
import type { ChangeEmailBody, ChangePasswordBody } from '#shared/contracts/account.ts'
import type { CountAnswer } from '#shared/contracts/answers.ts'
import { call, query } from '#web/lib/api.ts'
import { devicesText, passwordText, presenceText } from './settings.text.ts'

export function useAccount() {
  return useQuery(query(readAccount))
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call(changePassword, { body }),
    meta: { success: passwordText.changed },
  })
}

export function useChangeEmail() {
  return useMutation({ mutationFn: (body: ChangeEmailBody) => call(requestEmailChange, { body }) })
}

export function useSetPresence() {
  return useMutation({
    mutationFn: (isShown: boolean) => call(setPresence, { body: { isShown } }),
    meta: { failure: presenceText.failed },
  })
}

export function useOwnSessions() {
  return useQuery(query(listOwnSessions))
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: number) => call(endOwnSession, { params: { id } }),
    meta: { success: devicesText.ended, failure: devicesText.failed },
  })
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    meta: {
      success: response => devicesText.endedOthers((response as CountAnswer).count),
      failure: devicesText.failed,
    },
  })
}
