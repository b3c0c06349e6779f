import { useMutation, useQuery } from '@tanstack/react-query'
import { listPasskeys, removePasskey, renamePasskey } from '#shared/contracts/auth/passkeys.endpoints.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { readOwnKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import { passkeysText as text } from '#texts/passkeys.ts'
import { buildQueryOptions, callEndpoint, getErrorMessageForUser } from '#web/lib/http/api.ts'

export function usePasskeys() {
  return useQuery(buildQueryOptions(listPasskeys))
}

/** Fetches the passkeys that unlock the user's encryption keys. */
export function usePasskeysUnlockingEncryptionKeys() {
  return useQuery({
    ...buildQueryOptions(readOwnKeys),
    select: ({ wraps }) => wraps.filter(({ kind }) => kind === 'passkey'),
  })
}

/** Loads the code for passkeys lazily, because it is needed only when the user adds a passkey. */
const loadSignInPasskey = () => import('#web/lib/session/sign-in-passkey.ts')

export function useCreatePasskey(userId: number) {
  return useMutation({
    mutationFn: async (proof: ReauthenticationBody) =>
      (await loadSignInPasskey()).createSignInPasskey(userId, proof),
    meta: { success: outcome => text.done[outcome as keyof typeof text.done] },
    gcTime: 0,
  })
}

/** Error text for a failed passkey action. Errors with `isKnown` come from the passkey prompt of the browser. */
export function getPasskeyErrorText(error: Error): string {
  if ('isKnown' in error) return error.isKnown ? text.known : text.ended
  return getErrorMessageForUser(error, text.failed)
}

export function useRenamePasskey(id: number) {
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      callEndpoint(renamePasskey, { params: { id }, body: { name } }),
    meta: { success: text.renamed },
  })
}

export function useRemovePasskey(id: number) {
  return useMutation({
    mutationFn: (body: ReauthenticationBody) => callEndpoint(removePasskey, { params: { id }, body }),
    meta: { success: text.removed },
  })
}
