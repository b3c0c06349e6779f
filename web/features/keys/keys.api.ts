import { useMutation, useQuery } from '@tanstack/react-query'
import { confirmPerson, readAccount } from '#shared/contracts/account.endpoints.ts'
import { readMyKeys, removeDevice } from '#shared/contracts/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { listPasskeys } from '#shared/contracts/passkeys.endpoints.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { call, failureText, query } from '#web/lib/api.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { forgetKeys } from '#web/lib/e2ee/key-store.ts'
import { KeyTrouble } from '#web/lib/e2ee/key-trouble.ts'
import {
  addPasskey,
  adopt,
  ensureKeys,
  mayAddPasskey,
  newPhrase,
  openByPasskey,
  openByPhrase,
  openKept,
  publishAgain,
  readDeviceKeys,
  removeWay,
  renewKeys,
  savePhrase,
} from '#web/lib/e2ee/my-keys.ts'
import { readOwnName, signName } from '#web/lib/e2ee/my-name.ts'
import type { OpenKeys } from '#web/lib/e2ee/seeds.ts'
import { meQuery, queryClient } from '#web/lib/query-client.ts'
import { keySettingsText, keysText, nameText, troubleTexts } from './keys.text.ts'

/** What is secret does not stay in memory behind the screen that needed it. */
const gcTime = 0

/** The person has proved who they are: their keys lie open for what they want to do, and with what they proved it. */
export interface Opened {
  keys: OpenKeys
  proof: ProofBody
}

export function troubleText(error: Error): string {
  if (error instanceof KeyTrouble) return troubleTexts[error.kind](error.detail)
  return failureText(error, keysText.failed)
}

export function useMyKeys() {
  return useQuery(query(readMyKeys))
}

/** Of those that open the keys some sign in as well. */
export function useSignInPasskeys() {
  return useQuery(query(listPasskeys))
}

/** Not of the server, so there is no address; looked up whenever somebody wants to know. */
export function useDeviceKeys(userId: number) {
  return useQuery({
    queryKey: ['device-keys', userId],
    queryFn: () => readDeviceKeys(userId),
    structuralSharing: false,
    staleTime: 0,
    gcTime,
  })
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: ['device-keys'] })

function useOwner() {
  const { data: me } = useQuery(meQuery)
  return { id: me?.id ?? 0, email: me?.email ?? '', fullName: me?.fullName ?? '' }
}

export function useMayAddPasskey() {
  return useQuery({ queryKey: ['may-add-passkey'], queryFn: mayAddPasskey })
}

/** Of the first keys; null where this person has some elsewhere. */
export function useEnsureKeys() {
  const owner = useOwner()
  return useMutation({ mutationFn: () => ensureKeys(owner), onSuccess: lookAgain, gcTime })
}

export function useAccount() {
  return useQuery(query(readAccount))
}

/** By the password or by Google; then with what the device keeps, if it keeps anything. */
export function useProve(userId: number) {
  return useMutation({
    mutationFn: async (proof: ProofBody) => {
      await call(confirmPerson, { body: proof })
      return { proof, keys: await openKept(userId) }
    },
    gcTime,
  })
}

/** By the phrase, or without one by a passkey; from then on the device has them. */
export function useRestoreKeys(userId: number, keys: MyKeys) {
  return useMutation({
    mutationFn: async ({ phrase }: { phrase?: string }) => {
      const opened =
        phrase === undefined ? await openByPasskey(userId, keys) : await openByPhrase(userId, keys, phrase)
      await adopt(opened)
      return opened
    },
    onSuccess: lookAgain,
    gcTime,
  })
}

export function useNewPhrase() {
  return useQuery({ queryKey: ['new-phrase'], queryFn: newPhrase, staleTime: Infinity, gcTime })
}

export function useSavePhrase(opened: Opened, keys: MyKeys, words: string[]) {
  return useMutation({
    mutationFn: () => savePhrase(opened.keys, keys, words, opened.proof),
    meta: { success: keySettingsText.phraseSaved },
    gcTime,
  })
}

export function useAddPasskey(opened: Opened, keys: MyKeys) {
  const { id, email, fullName } = useOwner()
  return useMutation({
    mutationFn: () => addPasskey(opened.keys, keys, { userId: id, name: email, fullName }, opened.proof),
    meta: { success: keySettingsText.passkeyAdded },
    gcTime,
  })
}

export function useRemoveWay(id: number) {
  return useMutation({
    mutationFn: (proof: ProofBody) => removeWay(id, proof),
    meta: { success: keySettingsText.wayRemoved },
  })
}

/** Without the old keys at hand what was written before stays closed. */
export function useRenewKeys(keys: MyKeys, opened: OpenKeys | undefined, proof: ProofBody) {
  const owner = useOwner()
  return useMutation({
    mutationFn: () => renewKeys(owner, keys, opened, proof),
    onSuccess: lookAgain,
    gcTime,
  })
}

export function usePublishAgain(identity: Identity) {
  return useMutation({ mutationFn: (proof: ProofBody) => publishAgain(identity, proof) })
}

export function useForgetKeys(identity: Identity) {
  const { userId } = identity.card
  return useMutation({
    mutationFn: async () => {
      await forgetKeys(userId)
      await call(removeDevice, { params: { dev: identity.dev } }).catch(() => {})
    },
    onSuccess: lookAgain,
    meta: {
      success: keySettingsText.forgotten,
      failure: keySettingsText.forgetFailed,
    },
  })
}

/** As the server shows it, and as one signed it oneself. */
export function useOwnName(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwner()
  const { data: signed } = useQuery({
    queryKey: ['own-name', identity.card.gen, keys.name?.sig ?? ''],
    queryFn: async () => (await readOwnName(identity, keys.name))?.name ?? null,
  })
  return { fullName, signed }
}

export function useSignName(identity: Identity, keys: MyKeys) {
  const { fullName } = useOwner()
  return useMutation({
    mutationFn: () => signName(identity, fullName, keys.name),
    meta: { success: nameText.signed, failure: nameText.failed },
  })
}
