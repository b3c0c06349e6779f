import { useMutation } from '@tanstack/react-query'
import { denySignIn, requestPasswordReset, resetPassword } from '#shared/contracts/auth/auth.endpoints.ts'
import type {
  ForgotPasswordBody,
  ResetPasswordBody,
  TokenBody,
} from '#shared/contracts/auth/password.schemas.ts'
import { confirmEmail } from '#shared/contracts/registration/registration.endpoints.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { queryClient, refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: ForgotPasswordBody) => callEndpoint(requestPasswordReset, { body }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: ResetPasswordBody) => callEndpoint(resetPassword, { body }),
    // A password reset ends all sessions of the user, including one in this browser.
    onSuccess: () => queryClient.clear(),
  })
}

export function useReportUnrecognizedSignIn() {
  return useMutation({ mutationFn: (body: TokenBody) => callEndpoint(denySignIn, { body }) })
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (body: TokenBody) => callEndpoint(confirmEmail, { body }),
    // The public endpoint for email confirmation ignores the session, so the client itself reloads the current user.
    onSuccess: () => refetchQueriesOfTopics(['me', 'account']),
  })
}
