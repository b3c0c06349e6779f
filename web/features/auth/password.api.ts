import { useMutation } from '@tanstack/react-query'
import type { MessageAnswer } from '#shared/contracts/answers.ts'
import type { ForgotPasswordBody, ResetPasswordBody, TokenBody } from '#shared/contracts/password.ts'
import { request } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: ForgotPasswordBody) =>
      request<MessageAnswer>('POST', '/api/auth/forgot-password', body),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: ResetPasswordBody) => request<MessageAnswer>('POST', '/api/auth/reset-password', body),
    // Every session of this person has ended, the one of this browser too.
    onSuccess: () => queryClient.clear(),
  })
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (body: TokenBody) => request<MessageAnswer>('POST', '/api/auth/confirm-email', body),
    meta: { invalidates: ['/api/profile', '/api/account', '/api/auth/me'] },
  })
}
