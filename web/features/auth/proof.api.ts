import { useMutation, useQuery } from '@tanstack/react-query'
import { beginGoogle } from '#shared/contracts/auth.endpoints.ts'
import { proveByCode, proveByPassword, readProof } from '#shared/contracts/proof.endpoints.ts'
import { addressOf, call, query } from '#web/lib/api.ts'

/** Re-authentication methods of the user. They are never cached, because methods change and a result expires. */
export function useProofWays() {
  return useQuery({ ...query(readProof), gcTime: 0, staleTime: 0 })
}

export function useProveByPassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string }) => call(proveByPassword, { body }),
    gcTime: 0,
  })
}

export function useProveByCode() {
  return useMutation({ mutationFn: (body: { code: string }) => call(proveByCode, { body }), gcTime: 0 })
}

export function useProveByPasskey() {
  return useMutation({
    mutationFn: async () => (await import('#web/lib/sign-in-passkey.ts')).proveByOwnPasskey(),
  })
}

/** URL for re-authentication with Google. It opens in a new tab, so that unsaved input on this page is kept. */
export const googleProofAddress = addressOf(beginGoogle, {
  query: { purpose: 'confirm', redirect: '/proved' },
})
