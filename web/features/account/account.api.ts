import { useMutation, useQuery } from '@tanstack/react-query'
import type { Account, ChangeEmailBody, ChangePasswordBody, OwnSession } from '#shared/contracts/account.ts'
import type { CountAnswer, MessageAnswer } from '#shared/contracts/answers.ts'
import { request } from '#web/lib/api.ts'
import { devicesText, passwordText } from './settings.text.ts'

export function useAccount() {
  return useQuery<Account>({ queryKey: ['/api/account'] })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => request('PUT', '/api/account/password', body),
    meta: { invalidates: ['/api/account'], success: passwordText.changed },
  })
}

export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: ChangeEmailBody) => request<MessageAnswer>('POST', '/api/account/email', body),
    meta: { invalidates: ['/api/account'] },
  })
}

export function useOwnSessions() {
  return useQuery<OwnSession[]>({ queryKey: ['/api/account/sessions'] })
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/account/sessions/${id}`),
    meta: {
      invalidates: ['/api/account/sessions'],
      success: devicesText.ended,
      failure: devicesText.failed,
    },
  })
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => request<CountAnswer>('POST', '/api/account/sessions/end-others'),
    meta: {
      invalidates: ['/api/account/sessions'],
      success: answer => devicesText.endedOthers((answer as CountAnswer).count),
      failure: devicesText.failed,
    },
  })
}
