import { useMutation } from '@tanstack/react-query'
import { denyEntry, requestReset, resetPassword } from '#shared/contracts/auth.endpoints.ts'
import type { ForgotPasswordBody, ResetPasswordBody, TokenBody } from '#shared/contracts/password.ts'
import { confirmEmail } from '#shared/contracts/registration.endpoints.ts'
import { call } from '#web/lib/api.ts'
import { queryClient, refresh } from '#web/lib/query-client.ts'

export function useForgotPassword() {
  return useMutation({ mutationFn: (body: ForgotPasswordBody) => call(requestReset, { body }) })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: ResetPasswordBody) => call(resetPassword, { body }),
    // A password reset ends all sessions of the user, including one in this browser.
    onSuccess: () => queryClient.clear(),
  })
}

export function useDenyEntry() {
  return useMutation({ mutationFn: (body: TokenBody) => call(denyEntry, { body }) })
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (body: TokenBody) => call(confirmEmail, { body }),
    // The public endpoint ignores the session, so the client itself refreshes the user who may be signed in here.
    onSuccess: () => refresh(['me', 'account']),
  })
}
