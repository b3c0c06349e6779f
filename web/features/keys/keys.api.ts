import { useMutation, useQuery } from '@tanstack/react-query'
import { confirmOwnPassword, readAccount } from '#shared/contracts/account/account.endpoints.ts'
import { listPasskeys } from '#shared/contracts/auth/passkeys.endpoints.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { readMyKeys, removeDevice } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { approveDeviceText, keyErrorTexts, keySettingsText, keysText, nameText } from '#texts/keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import {
  cancelLinkRequest,
  readComparisonCode,
  replyToLinkRequest,
  sendKeysAfterComparison,
} from '#web/lib/e2ee/keys/device-linking.ts'
import { KeyError } from '#web/lib/e2ee/keys/key-error.ts'
import {
  addKeyPasskey,
  canAddPasskey,
  createRecoveryPhrase,
  deleteKeyWrap,
  savePhrase,
} from '#web/lib/e2ee/keys/key-wraps.ts'
import type { OldDeviceComparison } from '#web/lib/e2ee/keys/link-comparison.ts'
import {
  adoptKeys,
  ensureKeys,
  readDeviceKeys,
  renewKeys,
  republishKeys,
} from '#web/lib/e2ee/keys/own-keys.ts'
import { readOwnSignedName, signOwnName } from '#web/lib/e2ee/keys/own-name.ts'
import { openStoredKeys, unlockKeysByPasskey, unlockKeysByPhrase } from '#web/lib/e2ee/keys/unlock-keys.ts'
import { deleteAllKeyData, loadIdentity } from '#web/lib/e2ee/storage/key-store.ts'
import { buildQueryOptions, callEndpoint, getFailureText } from '#web/lib/http/api.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { deviceKeysQueryKey, refetchDeviceKeys } from './device-keys-query.ts'

/** Cache time 0 for queries with key secrets: they leave the memory as soon as their screen is closed. */
const gcTime = 0

/** Unlocked encryption keys together with the re-authentication that unlocked them. */
export interface ReauthenticatedKeys {
  keys: UnlockedKeys
  proof: ReauthenticationBody
}

export function getKeyErrorText(error: Error): string {
  if (error instanceof KeyError) return fillText(keyErrorTexts[error.kind], { detail: error.detail })
  return getFailureText(error, keysText.failed)
}

export function useMyKeys() {
  return useQuery(buildQueryOptions(readMyKeys))
}

/** Lists the sign-in passkeys, because one passkey can both unlock the encryption keys and sign in. */
export function useSignInPasskeys() {
  return useQuery(buildQueryOptions(listPasskeys))
}

/** Reads the encryption keys stored on this device. The result is not cached, so every screen reads them anew. */
export function useDeviceKeys(userId: number) {
  return useQuery({
    queryKey: [...deviceKeysQueryKey, userId],
    queryFn: () => readDeviceKeys(userId),
    structuralSharing: false,
    staleTime: 0,
    gcTime,
  })
}

function useOwner() {
  const { data: me } = useQuery(currentUserQuery)
  return { id: me?.id ?? 0, email: me?.email ?? '', fullName: me?.fullName ?? '' }
}

export function useCanAddPasskey() {
  return useQuery({ queryKey: ['may-add-passkey'], queryFn: canAddPasskey })
}

/** Creates the user's first encryption keys. The result is null when keys exist but not on this device. */
export function useCreateFirstKeys() {
  const owner = useOwner()
  return useMutation({ mutationFn: () => ensureKeys(owner), onSuccess: refetchDeviceKeys, gcTime })
}

export function useAccount() {
  return useQuery(buildQueryOptions(readAccount))
}

/** Re-authenticates by password or Google, then unlocks the keys stored on this device, if any. */
export function useReauthenticateAndUnlockKeys(userId: number) {
  return useMutation({
    mutationFn: async (proof: ReauthenticationBody) => {
      await callEndpoint(confirmOwnPassword, { body: proof })
      return { proof, keys: await openStoredKeys(userId) }
    },
    gcTime,
  })
}

/** Unlocks the encryption keys by recovery phrase, or else by passkey, and stores them on this device. */
export function useRestoreKeys(userId: number, keys: MyKeys) {
  return useMutation({
    mutationFn: async ({ phrase }: { phrase?: string }) => {
      const opened =
        phrase === undefined
          ? await unlockKeysByPasskey(userId, keys)
          : await unlockKeysByPhrase(userId, keys, phrase)
      await adoptKeys(opened)
      return opened
    },
    onSuccess: refetchDeviceKeys,
    gcTime,
  })
}

export function useGeneratedRecoveryPhrase() {
  return useQuery({ queryKey: ['new-phrase'], queryFn: createRecoveryPhrase, staleTime: Infinity, gcTime })
}

export function useSaveRecoveryPhrase(opened: ReauthenticatedKeys, keys: MyKeys, words: string[]) {
  return useMutation({
    mutationFn: () => savePhrase(opened.keys, keys, words, opened.proof),
    meta: { success: keySettingsText.phraseSaved },
    gcTime,
  })
}

export function useAddKeyPasskey(opened: ReauthenticatedKeys, keys: MyKeys) {
  const { id, email, fullName } = useOwner()
  return useMutation({
    mutationFn: () => addKeyPasskey(opened.keys, keys, { userId: id, name: email, fullName }, opened.proof),
    meta: { success: keySettingsText.passkeyAdded },
    gcTime,
  })
}

export function useRemoveRecoveryMethod(id: number) {
  return useMutation({
    mutationFn: (proof: ReauthenticationBody) => deleteKeyWrap(id, proof),
    meta: { success: keySettingsText.wayRemoved },
  })
}

/** Renews the encryption keys. Without the old keys (`opened`), older messages stay unreadable. */
export function useRenewKeys(keys: MyKeys, opened: UnlockedKeys | undefined, proof: ReauthenticationBody) {
  const owner = useOwner()
  return useMutation({
    mutationFn: () => renewKeys(owner, keys, opened, proof),
    onSuccess: refetchDeviceKeys,
    gcTime,
  })
}

/** Sends this device's reply to a new device once. A repeated reply would start another comparison. */
export function useLinkReply(userId: number, request: ListedLinkRequest) {
  return useQuery({
    queryKey: ['link-reply', request.id],
    queryFn: async () => {
      const identity = await loadIdentity(userId)
      if (!identity) throw new KeyError('link-over')
      return replyToLinkRequest(identity, request)
    },
    structuralSharing: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
  })
}

/** Asks the server every second for the new device's nonce, from which the code to compare follows. */
export function useComparisonCode(comparison: OldDeviceComparison, isRefused: boolean) {
  return useQuery({
    queryKey: ['link-code', comparison.commitment.id],
    queryFn: () => readComparisonCode(comparison),
    enabled: !isRefused,
    refetchInterval: ({ state }) => (state.data || state.error ? false : 1000),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
  })
}

export function useGiveKeysAfterComparison(
  comparison: OldDeviceComparison,
  name: string,
  opened: UnlockedKeys,
) {
  return useMutation({
    mutationFn: () => sendKeysAfterComparison(comparison, opened),
    meta: { success: approveDeviceText.given({ name }) },
    gcTime,
  })
}

/** Refuses the request of a device that the user does not know. */
export function useRefuseLinkRequest() {
  return useMutation({
    mutationFn: (request: ListedLinkRequest) => cancelLinkRequest(request),
    meta: { success: approveDeviceText.dismissed },
  })
}

export function useRepublishKeys(identity: Identity) {
  return useMutation({ mutationFn: (proof: ReauthenticationBody) => republishKeys(identity, proof) })
}

export function useDeleteDeviceKeys(identity: Identity) {
  const { userId } = identity.card
  return useMutation({
    mutationFn: async () => {
      await deleteAllKeyData(userId)
      await callEndpoint(removeDevice, { params: { dev: identity.dev } }).catch(() => {})
    },
    onSuccess: refetchDeviceKeys,
    meta: {
      success: keySettingsText.forgotten,
      failure: keySettingsText.forgetFailed,
    },
  })
}

/** Returns the user's name as the server shows it and as the user signed it (null when never signed). */
export function useOwnSignedName(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwner()
  const { data: signed } = useQuery({
    queryKey: ['own-name', identity.card.gen, keys.name?.sig ?? ''],
    queryFn: async () => (await readOwnSignedName(identity, keys.name))?.name ?? null,
  })
  return { fullName, signed }
}

export function useSignOwnName(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwner()
  return useMutation({
    mutationFn: () => signOwnName(identity, fullName, keys.name),
    meta: { success: nameText.signed, failure: nameText.failed },
  })
}
