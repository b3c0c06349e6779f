import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { useSignOutWithoutKeyWarning } from '#web/features/auth/auth.api.ts'

/** Turns off push notifications on this device before the sign-out. A failure does not stop the sign-out. */
async function disablePushBeforeSignOut(): Promise<void> {
  const { disablePush: turnOffHere } = await import('#web/lib/device/push-subscription.ts')
  await turnOffHere().catch(() => {})
}

/**
 * Signs out. A user who would lose encryption keys or leave them on the device is warned first. Pages that replace the
 * whole application set `canBackUpKeys` to false, because the settings cannot be opened there.
 */
export function useSignOut(user: CurrentUser | null | undefined, { canBackUpKeys = true } = {}) {
  const logout = useSignOutWithoutKeyWarning()
  const navigate = useNavigate()
  const preparation = useMutation({
    mutationFn: async () => {
      if (!user) return true
      const { removeKeysFromDeviceBeforeSignOut: leaveKeys } = await import(
        '#web/features/keys/identity/remove-keys-from-device-before-sign-out.tsx'
      )
      const canSignOut = await leaveKeys(user.id, { canBackUpKeys })
      if (canSignOut) await disablePushBeforeSignOut()
      return canSignOut
    },
    onSuccess: canSignOut => {
      if (canSignOut) logout.mutate()
      else if (canBackUpKeys) void navigate({ to: '/settings', hash: 'encryption' })
    },
    // A failed check of the encryption keys does not stop the sign-out.
    onError: () => logout.mutate(),
  })
  return { signOut: () => preparation.mutate(), isPending: preparation.isPending || logout.isPending }
}
