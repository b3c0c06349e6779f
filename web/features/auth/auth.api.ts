import { useMutation } from '@tanstack/react-query'
import { signIn, signOut } from '#shared/contracts/auth/auth.endpoints.ts'
import type { CurrentUser, LoginBody } from '#shared/contracts/auth/auth.schemas.ts'
import { submitSecondFactor } from '#shared/contracts/auth/two-factor.endpoints.ts'
import type { SecondStepBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { deleteDeviceDataAndRedirect } from '#web/lib/device/clear-device.ts'
import { callEndpoint, NetworkError } from '#web/lib/http/api.ts'
import { currentUserKey, queryClient } from '#web/lib/query/query-client.ts'
import { cancelDeferredSignOut, deferSignOut } from '#web/lib/session/deferred-sign-out.ts'

/** Starts the session of a new user: clears the previous user's cached data and cancels a sign-out not yet sent. */
export function replaceSignedInUserInCache(user: CurrentUser): void {
  cancelDeferredSignOut()
  queryClient.clear()
  queryClient.setQueryData(currentUserKey, user)
}

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginBody) => {
      cancelDeferredSignOut()
      return callEndpoint(signIn, { body })
    },
    onSuccess: replaceSignedInUserInCache,
  })
}

export function useSubmitSecondFactor() {
  return useMutation({
    mutationFn: (body: SecondStepBody) => callEndpoint(submitSecondFactor, { body }),
    onSuccess: replaceSignedInUserInCache,
  })
}

/** Signs in with a passkey after a click. The passkey replaces both the password and the second factor. */
export function useSignInByPasskey() {
  return useMutation({
    mutationFn: async () => {
      const { signInByPasskey } = await import('#web/lib/session/sign-in-passkey.ts')
      return signInByPasskey({ isQuiet: false })
    },
    onSuccess: replaceSignedInUserInCache,
  })
}

export function useSignOutWithoutKeyWarning() {
  return useMutation({
    mutationFn: () => callEndpoint(signOut),
    onError: error => {
      if (error instanceof NetworkError) deferSignOut()
    },
    // Even when the sign-out request fails, the user's data is removed from this device.
    onSettled: () => deleteDeviceDataAndRedirect('/login'),
  })
}
