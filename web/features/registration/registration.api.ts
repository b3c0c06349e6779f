import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { listRegistrationFields } from '#shared/contracts/custom-fields/custom-fields.endpoints.ts'
import {
  acceptTerms,
  readProfile,
  resubmitApplication,
  updateProfile,
} from '#shared/contracts/profile/profile.endpoints.ts'
import {
  activateAccountByLink,
  readInvitationLink,
  registerUser,
  resendConfirmation,
} from '#shared/contracts/registration/registration.endpoints.ts'
import { countries } from '#shared/countries/countries.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { completeText } from '#texts/registration.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'

/** Fetches the custom fields that applicants of a country and club fill in. */
export function useRegistrationCustomFields({ country, clubId }: { country?: string; clubId?: number }) {
  const query = { country: findAllowedValue(countries, country), clubId }
  return useQuery({
    ...buildQueryOptions(listRegistrationFields, { query }),
    placeholderData: keepPreviousData,
  })
}

export function useRegisterUser() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof registerUser>) => callEndpoint(registerUser, { body }),
    // The public registration endpoint does not report the changed data, so the client refetches person data.
    onSuccess: () => refetchQueriesOfTopics(['person']),
  })
}

/** Fetches the invitation, or the account to be activated, that belongs to the token of a link. */
export function useInvitationByToken(token: string) {
  return useQuery({
    queryKey: [readInvitationLink.path, token],
    queryFn: () => callEndpoint(readInvitationLink, { body: { token } }),
    enabled: token !== '',
  })
}

export function useActivateAccount() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof activateAccountByLink>) => callEndpoint(activateAccountByLink, { body }),
  })
}

export function useProfile() {
  return useQuery(buildQueryOptions(readProfile))
}

type ProfileBody = BodyOf<typeof updateProfile>

/**
 * Saves an applicant's profile. With `isAgain`, the applicant also applies again, so that approvers see the changes.
 */
export function useSaveApplicantProfile({ isAgain }: { isAgain: boolean }) {
  return useMutation({
    mutationFn: async (body: ProfileBody) => {
      await callEndpoint(updateProfile, { body })
      if (isAgain) await callEndpoint(resubmitApplication)
    },
  })
}

/** Saves a member's profile and shows a toast, because the form itself does not change after saving. */
export function useSaveProfile() {
  return useMutation({
    mutationFn: (body: ProfileBody) => callEndpoint(updateProfile, { body }),
    meta: { success: completeText.saved },
  })
}

export function useAcceptTerms() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof acceptTerms>) => callEndpoint(acceptTerms, { body }),
  })
}

export function useResendConfirmationEmail() {
  return useMutation({ mutationFn: () => callEndpoint(resendConfirmation) })
}
