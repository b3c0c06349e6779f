import { useMutation, useQuery } from '@tanstack/react-query'
import { confirmOwnPassword, readAccount } from '#shared/contracts/account/account.endpoints.ts'
import { listPasskeys } from '#shared/contracts/auth/passkeys.endpoints.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { readOwnKeys, removeDevice } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { approveDeviceText, keyErrorTexts, keySettingsText, keysText, nameText } from '#texts/keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import {
  cancelDeviceLinkRequest,
  fetchDeviceLinkComparisonCode,
  replyToDeviceLinkRequest,
  sendKeysToNewDeviceAfterComparison,
} from '#web/lib/e2ee/keys/device-linking.ts'
import { KeyError } from '#web/lib/e2ee/keys/key-error.ts'
import {
  addPasskeyThatUnlocksKeys,
  canPasskeyUnlockEncryptionKeys,
  createRecoveryPhrase,
  deleteRecoveryMethod,
  storeKeysEncryptedByRecoveryPhrase,
} from '#web/lib/e2ee/keys/key-wraps.ts'
import type { OldDeviceComparison } from '#web/lib/e2ee/keys/link-comparison.ts'
import {
  ensureEncryptionKeys,
  readEncryptionKeysOfDevice,
  renewEncryptionKeys,
  republishEncryptionKeys,
  storeUnlockedEncryptionKeys,
} from '#web/lib/e2ee/keys/own-keys.ts'
import { signAndPublishOwnFullName, verifyAndReadOwnSignedName } from '#web/lib/e2ee/keys/own-name.ts'
import {
  unlockKeysByPasskey,
  unlockKeysStoredOnDevice,
  unlockKeysWithRecoveryPhrase,
} from '#web/lib/e2ee/keys/unlock-keys.ts'
import { deleteAllKeyData, loadOwnIdentityKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { buildQueryOptions, callEndpoint, getErrorMessageForUser } from '#web/lib/http/api.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { deviceKeysQueryKey, refetchDeviceKeys } from './device-keys-query.ts'

/** Queries with secret keys are not cached, so that the secrets leave memory when their screen is closed. */
const gcTime = 0

/** Unlocked encryption keys, and the data (`proof`) with which the user re-authenticated to unlock them. */
export interface ReauthenticatedKeys {
  keys: UnlockedKeys
  proof: ReauthenticationBody
}

export function getEncryptionKeyErrorText(error: Error): string {
  if (error instanceof KeyError) return fillText(keyErrorTexts[error.kind], { detail: error.detail })
  return getErrorMessageForUser(error, keysText.failed)
}

export function useOwnPublishedEncryptionKeys() {
  return useQuery(buildQueryOptions(readOwnKeys))
}

/** Lists the sign-in passkeys, because one passkey can both unlock the encryption keys and sign in. */
export function useSignInPasskeyList() {
  return useQuery(buildQueryOptions(listPasskeys))
}

/** Reads the encryption keys stored on this device without caching them, so each screen reads the current keys. */
export function useEncryptionKeysOnDevice(userId: number) {
  return useQuery({
    queryKey: [...deviceKeysQueryKey, userId],
    queryFn: () => readEncryptionKeysOfDevice(userId),
    structuralSharing: false,
    staleTime: 0,
    gcTime,
  })
}

function useOwnerOfKeys() {
  const { data: me } = useQuery(currentUserQuery)
  return { id: me?.id ?? 0, email: me?.email ?? '', fullName: me?.fullName ?? '' }
}

export function useCanPasskeyUnlockKeys() {
  return useQuery({ queryKey: ['may-add-passkey'], queryFn: canPasskeyUnlockEncryptionKeys })
}

/** Creates the user's first encryption keys. The result is null if the user already has keys on another device. */
export function useCreateFirstEncryptionKeys() {
  const owner = useOwnerOfKeys()
  return useMutation({ mutationFn: () => ensureEncryptionKeys(owner), onSuccess: refetchDeviceKeys, gcTime })
}

export function useSignedInAccount() {
  return useQuery(buildQueryOptions(readAccount))
}

/** Re-authenticates by password or Google, then unlocks the encryption keys stored on this device, if any. */
export function useReauthenticateAndUnlockKeys(userId: number) {
  return useMutation({
    mutationFn: async (proof: ReauthenticationBody) => {
      await callEndpoint(confirmOwnPassword, { body: proof })
      return { proof, keys: await unlockKeysStoredOnDevice(userId) }
    },
    gcTime,
  })
}

/** Unlocks the encryption keys by recovery phrase or, without a phrase, by passkey, and stores them on this device. */
export function useUnlockAndStoreEncryptionKeys(userId: number, keys: MyKeys) {
  return useMutation({
    mutationFn: async ({ phrase }: { phrase?: string }) => {
      const opened =
        phrase === undefined
          ? await unlockKeysByPasskey(userId, keys)
          : await unlockKeysWithRecoveryPhrase(userId, keys, phrase)
      await storeUnlockedEncryptionKeys(opened)
      return opened
    },
    onSuccess: refetchDeviceKeys,
    gcTime,
  })
}

export function useGeneratedRecoveryPhrase() {
  return useQuery({ queryKey: ['new-phrase'], queryFn: createRecoveryPhrase, staleTime: Infinity, gcTime })
}

export function useStoreKeysEncryptedByRecoveryPhrase(
  opened: ReauthenticatedKeys,
  keys: MyKeys,
  words: string[],
) {
  return useMutation({
    mutationFn: () => storeKeysEncryptedByRecoveryPhrase(opened.keys, keys, words, opened.proof),
    meta: { success: keySettingsText.phraseSaved },
    gcTime,
  })
}

export function useAddRecoveryPasskey(opened: ReauthenticatedKeys, keys: MyKeys) {
  const { id, email, fullName } = useOwnerOfKeys()
  return useMutation({
    mutationFn: () =>
      addPasskeyThatUnlocksKeys(opened.keys, keys, { userId: id, name: email, fullName }, opened.proof),
    meta: { success: keySettingsText.passkeyAdded },
    gcTime,
  })
}

export function useRemoveRecoveryMethod(id: number) {
  return useMutation({
    mutationFn: (proof: ReauthenticationBody) => deleteRecoveryMethod(id, proof),
    meta: { success: keySettingsText.wayRemoved },
  })
}

/** Replaces the user's encryption keys by new ones. Without the old keys (`opened`), older messages stay unreadable. */
export function useRenewEncryptionKeys(
  keys: MyKeys,
  opened: UnlockedKeys | undefined,
  proof: ReauthenticationBody,
) {
  const owner = useOwnerOfKeys()
  return useMutation({
    mutationFn: () => renewEncryptionKeys(owner, keys, opened, proof),
    onSuccess: refetchDeviceKeys,
    gcTime,
  })
}

/** Replies once to a new device that requests the keys. A second reply would start another comparison of codes. */
export function useReplyToDeviceLinkRequest(userId: number, request: ListedLinkRequest) {
  return useQuery({
    queryKey: ['link-reply', request.id],
    queryFn: async () => {
      const identity = await loadOwnIdentityKeys(userId)
      if (!identity) throw new KeyError('link-over')
      return replyToDeviceLinkRequest(identity, request)
    },
    structuralSharing: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
  })
}

/** Polls the server every second for the new device's random value, from which the digits to compare are computed. */
export function useDeviceLinkComparisonCode(comparison: OldDeviceComparison, isRefused: boolean) {
  return useQuery({
    queryKey: ['link-code', comparison.commitment.id],
    queryFn: () => fetchDeviceLinkComparisonCode(comparison),
    enabled: !isRefused,
    refetchInterval: ({ state }) => (state.data || state.error ? false : 1000),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
  })
}

export function useSendKeysToNewDeviceAfterComparison(
  comparison: OldDeviceComparison,
  name: string,
  opened: UnlockedKeys,
) {
  return useMutation({
    mutationFn: () => sendKeysToNewDeviceAfterComparison(comparison, opened),
    meta: { success: approveDeviceText.given({ name }) },
    gcTime,
  })
}

/** Refuses the request of a device that the user does not recognize to receive the encryption keys. */
export function useRefuseDeviceLink() {
  return useMutation({
    mutationFn: (request: ListedLinkRequest) => cancelDeviceLinkRequest(request),
    meta: { success: approveDeviceText.dismissed },
  })
}

export function useRepublishEncryptionKeys(identity: Identity) {
  return useMutation({
    mutationFn: (proof: ReauthenticationBody) => republishEncryptionKeys(identity, proof),
  })
}

export function useDeleteKeysFromThisDevice(identity: Identity) {
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

/** Returns the user's name from the server and the name that the user signed (null if never signed). */
export function useProfileNameAndSignedName(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwnerOfKeys()
  const { data: signed } = useQuery({
    queryKey: ['own-name', identity.card.gen, keys.name?.sig ?? ''],
    queryFn: async () => (await verifyAndReadOwnSignedName(identity, keys.name))?.name ?? null,
  })
  return { fullName, signed }
}

export function useSignProfileNameWithKey(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwnerOfKeys()
  return useMutation({
    mutationFn: () => signAndPublishOwnFullName(identity, fullName, keys.name),
    meta: { success: nameText.signed, failure: nameText.failed },
  })
}
