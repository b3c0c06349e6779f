import { useMutation } from '@tanstack/react-query'
import { signIn, signOut } from '#shared/contracts/auth.endpoints.ts'
import type { LoginBody } from '#shared/contracts/auth.ts'
import { call } from '#web/lib/api.ts'
import { meKey, queryClient } from '#web/lib/query-client.ts'

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginBody) => call(signIn, { body }),
    onSuccess: user => {
      queryClient.clear()
      queryClient.setQueryData(meKey, user)
    },
  })
}

export function useLogout() {
  return useMutation({
    mutationFn: () => call(signOut),
    // Whatever the answer: nothing of this person stays behind, not even in memory. A new page is the surest way.
    onSettled: () => {
      queryClient.clear()
      sessionStorage.clear()
      window.location.replace('/login')
    },
  })
}
