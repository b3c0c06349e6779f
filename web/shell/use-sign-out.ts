import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { useLogout } from '#web/features/auth/auth.api.ts'

/** Nothing more comes to this device; whoever wants to leave is not held by it. */
async function leavePush(): Promise<void> {
  const { turnOffHere } = await import('#web/lib/push.ts')
  await turnOffHere().catch(() => {})
}

/** With a word about one's keys where they would be lost, or left behind. */
export function useSignOut({ id }: CurrentUser) {
  const logout = useLogout()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: async () => {
      const { leaveKeys } = await import('#web/features/keys/leave-keys.tsx')
      const mayGo = await leaveKeys(id)
      if (mayGo) await leavePush()
      return mayGo
    },
    onSuccess: mayGo => {
      if (mayGo) logout.mutate()
      else void navigate({ to: '/settings', hash: 'encryption' })
    },
    // Whoever wants to leave is not held: what could not be asked is left as it is.
    onError: () => logout.mutate(),
  })
  return { signOut: () => leaving.mutate(), isPending: leaving.isPending || logout.isPending }
}
