import { useMutation, useQuery } from '@tanstack/react-query'
import { startGoogleSignIn } from '#shared/contracts/auth/auth.endpoints.ts'
import {
  readReauthenticationMethods,
  reauthenticateByCode,
  reauthenticateByPassword,
} from '#shared/contracts/auth/reauthentication.endpoints.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

/** Loads the user's re-authentication methods. The list is never cached, because it may change at any time. */
export function useReauthenticationMethods() {
  return useQuery({ ...buildQueryOptions(readReauthenticationMethods), gcTime: 0, staleTime: 0 })
}

export function useReauthenticateByPassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string }) => callEndpoint(reauthenticateByPassword, { body }),
    gcTime: 0,
  })
}

export function useReauthenticateByCode() {
  return useMutation({
    mutationFn: (body: { code: string }) => callEndpoint(reauthenticateByCode, { body }),
    gcTime: 0,
  })
}

export function useReauthenticateByPasskey() {
  return useMutation({
    mutationFn: async () =>
      (await import('#web/lib/session/sign-in-passkey.ts')).reauthenticateWithOwnPasskey(),
  })
}

/** URL for re-authentication with Google. It opens in a new tab, so that unsaved input on this page is kept. */
export const googleReauthenticationUrl = buildEndpointUrl(startGoogleSignIn, {
  query: { purpose: 'confirm', redirect: '/proved' },
})
