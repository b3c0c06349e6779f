import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, LoginBody } from '#shared/contracts/auth.ts'
import { ApiError, request } from '#web/lib/api.ts'

const meKey = ['/api/auth/me']

/** Null when signed out, or when the lookup fails. */
export const meQuery = {
  queryKey: meKey,
  queryFn: async (): Promise<CurrentUser | null> => {
    try {
      return await request<CurrentUser>('GET', '/api/auth/me')
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) console.error(error)
      return null
    }
  },
}

export function useLogin() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: LoginBody) => request<CurrentUser>('POST', '/api/auth/login', body),
    onSuccess: user => queries.setQueryData(meKey, user),
  })
}

export function useLogout() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/logout'),
    // Whatever the answer: nothing of this person stays behind in the browser.
    onSettled: () => queries.clear(),
  })
}
