import { type QueryFunction, queryOptions, useMutation } from '@tanstack/react-query'
import type { CurrentUser, LoginBody } from '#shared/contracts/auth.ts'
import { request } from '#web/lib/api.ts'
import { loader, meKey, queryClient } from '#web/lib/query-client.ts'

/** Null when signed out. Where the lookup fails nobody is known yet, and whoever was known before still is. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: loader({ on401: 'null' }) as QueryFunction<CurrentUser | null, typeof meKey>,
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
      sessionStorage.clear()
      window.location.replace('/login')
    },
  })
}
