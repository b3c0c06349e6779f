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
    // Anybody may call it, so the answer does not say what whoever is signed in sees of it.
    onSuccess: () => refresh(['person']),
  })
}

/** Asked once for each link. */
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

/** `isAgain`: after a rejection; saved first, so that whoever decides sees what was corrected. */
export function useCompleteProfile({ isAgain }: { isAgain: boolean }) {
  return useMutation({
    mutationFn: async (body: ProfileBody) => {
      await call(updateProfile, { body })
      if (isAgain) await call(applyAgain)
    },
  })
}

/** Of a member: said in a toast, because the form stays as it is. */
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
