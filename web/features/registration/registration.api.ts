import { useMutation, useQuery } from '@tanstack/react-query'
import { acceptTerms, applyAgain, readProfile, updateProfile } from '#shared/contracts/profile.endpoints.ts'
import {
  joinByLink,
  readJoin,
  registerUser,
  resendConfirmation,
} from '#shared/contracts/registration.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { call, query } from '#web/lib/api.ts'
import { refresh } from '#web/lib/query-client.ts'
import { completeText } from './registration.text.ts'

export function useRegister() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof registerUser>) => call(registerUser, { body }),
    // The endpoint is public, so its response names no invalidated topics for a signed-in caller.
    onSuccess: () => refresh(['person']),
  })
}

/** Fetches what an invitation link leads to. The query key is the token, so each link is read once. */
export function useJoinLook(token: string) {
  return useQuery({
    queryKey: [readJoin.path, token],
    queryFn: () => call(readJoin, { body: { token } }),
    enabled: token !== '',
  })
}

export function useJoin() {
  return useMutation({ mutationFn: (body: BodyOf<typeof joinByLink>) => call(joinByLink, { body }) })
}

export function useProfile() {
  return useQuery(query(readProfile))
}

type ProfileBody = BodyOf<typeof updateProfile>

/** Saves an applicant's profile. With `isAgain`, applies again afterwards, so that approvers see the corrections. */
export function useCompleteProfile({ isAgain }: { isAgain: boolean }) {
  return useMutation({
    mutationFn: async (body: ProfileBody) => {
      await call(updateProfile, { body })
      if (isAgain) await call(applyAgain)
    },
  })
}

/** Saves a member's profile and shows a toast, because the form itself does not change. */
export function useSaveProfile() {
  return useMutation({
    mutationFn: (body: ProfileBody) => call(updateProfile, { body }),
    meta: { success: completeText.saved },
  })
}

export function useAcceptTerms() {
  return useMutation({ mutationFn: (body: BodyOf<typeof acceptTerms>) => call(acceptTerms, { body }) })
}

export function useResendConfirmation() {
  return useMutation({ mutationFn: () => call(resendConfirmation) })
}
