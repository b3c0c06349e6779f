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
    // Every session of this person has ended, the one of this browser too.
    onSuccess: () => queryClient.clear(),
  })
}

export function useDenyEntry() {
  return useMutation({ mutationFn: (body: TokenBody) => call(denyEntry, { body }) })
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (body: TokenBody) => call(confirmEmail, { body }),
    // The link may be somebody's who is signed in here; the call itself does not know who follows it.
    onSuccess: () => refresh(['me', 'account']),
  })
}
