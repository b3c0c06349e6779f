import { useMutation } from '@tanstack/react-query'
import { signIn, signOut } from '#shared/contracts/auth.endpoints.ts'
import type { CurrentUser, LoginBody } from '#shared/contracts/auth.ts'
import { takeSecondStep } from '#shared/contracts/two-factor.endpoints.ts'
import type { SecondStepBody } from '#shared/contracts/two-factor.ts'
import { call, NetworkError } from '#web/lib/api.ts'
import { leaveDevice } from '#web/lib/leave-device.ts'
import { leaveLater, stay } from '#web/lib/leaving.ts'
import { meKey, queryClient } from '#web/lib/query-client.ts'

/** Starts the session of a new user: clears cached data of the previous user and cancels a deferred sign-out. */
export function begin(user: CurrentUser): void {
  stay()
  queryClient.clear()
  queryClient.setQueryData(meKey, user)
}

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginBody) => {
      stay()
      return call(signIn, { body })
    },
    onSuccess: begin,
  })
}

export function useSecondStep() {
  return useMutation({
    mutationFn: (body: SecondStepBody) => call(takeSecondStep, { body }),
    onSuccess: begin,
  })
}

/** Signs in with a passkey after a click. The passkey replaces both the password and the second step. */
export function usePasskeyStep() {
  return useMutation({
    mutationFn: async () => {
      const { signInByPasskey } = await import('#web/lib/sign-in-passkey.ts')
      return signInByPasskey({ isQuiet: false })
    },
    onSuccess: begin,
  })
}

export function useLogout() {
  return useMutation({
    mutationFn: () => call(signOut),
    onError: error => {
      if (error instanceof NetworkError) leaveLater()
    },
    // Even when the request fails, the data of the user is removed from this device.
    onSettled: () => leaveDevice('/login'),
  })
}
