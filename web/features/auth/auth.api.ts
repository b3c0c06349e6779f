import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CurrentUser, LoginBody } from '#shared/contracts/auth.ts'
import { request } from '#web/lib/api.ts'
import { loader, meKey, queryClient } from '#web/lib/query-client.ts'

const loadMe = loader({ on401: 'null' })

/** Null when signed out. A first lookup that fails counts as signed out too, and is logged; a later one changes nothing. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async (context): Promise<CurrentUser | null> => {
    try {
      return (await loadMe(context)) as CurrentUser | null
    } catch (error) {
      console.error(error)
      return queryClient.getQueryData<CurrentUser | null>(meKey) ?? null
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
      sessionStorage.clear()
      window.location.replace('/login')
    },
  })
}
