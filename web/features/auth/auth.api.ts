import { queryOptions, useMutation } from '@tanstack/react-query'
import type {
  CurrentUser,
  ForgotPasswordBody,
  LoginBody,
  ResetPasswordBody,
  TokenBody,
} from '#shared/contracts/auth.ts'
import type { MessageAnswer } from '#shared/contracts/fields.ts'
import { request } from '#web/lib/api.ts'
import { loader, meKey, queryClient } from '#web/lib/query-client.ts'

const loadMe = loader({ on401: 'null' })

/** Null when signed out; a lookup that fails counts as signed out too, and is logged. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async (context): Promise<CurrentUser | null> => {
    try {
      return (await loadMe(context)) as CurrentUser | null
    } catch (error) {
      console.error(error)
      return null
    }
  },
})

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginBody) => request<CurrentUser>('POST', '/api/auth/login', body),
    onSuccess: user => {
      queryClient.clear()
      queryClient.setQueryData(meKey, user)
    },
  })
}

export function useLogout() {
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/logout'),
    // Whatever the answer: nothing of this person stays behind, not even in memory. A new page is the surest way.
    onSettled: () => {
      queryClient.clear()
      window.location.replace('/login')
    },
  })
}

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
    meta: { invalidates: ['/api/profile'] },
  })
}
