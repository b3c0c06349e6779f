import { useMutation, useQuery } from '@tanstack/react-query'
import { readMyKeys } from '#shared/contracts/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { failureText, query } from '#web/lib/api.ts'
import { forgetKeys } from '#web/lib/e2ee/key-store.ts'
import { KeyTrouble } from '#web/lib/e2ee/key-trouble.ts'
import {
  addPasskey,
  mayAddPasskey,
  type OpenKeys,
  openByPhrase,
  type PreparedKeys,
  passkeysOf,
  prepareKeys,
  publishKeys,
  readDeviceKeys,
  restoreByPasskey,
  restoreKeys,
} from '#web/lib/e2ee/my-keys.ts'
import { meQuery, queryClient } from '#web/lib/query-client.ts'
import { keySettingsText, keysText, troubleTexts } from './keys.text.ts'

/** What is secret does not stay in memory behind the screen that needed it. */
const gcTime = 0

export function troubleText(error: Error): string {
  if (error instanceof KeyTrouble) return troubleTexts[error.kind](error.detail)
  return failureText(error, keysText.failed)
}

export function useMyKeys() {
  return useQuery(query(readMyKeys))
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

export function useMayAddPasskey() {
  return useQuery({ queryKey: ['may-add-passkey'], queryFn: mayAddPasskey })
}

export function usePrepareKeys(userId: number) {
  return useMutation({ mutationFn: (gen: number) => prepareKeys(userId, gen), gcTime })
}

/** Tells, once they are out, whether a passkey can be offered. */
export function usePublishKeys(prepared: PreparedKeys) {
  return useMutation({
    mutationFn: async () => {
      await publishKeys(prepared)
      return mayAddPasskey().catch(() => false)
    },
    gcTime,
  })
}

/** By the phrase, or without one by a passkey. */
export function useRestoreKeys(userId: number, keys: MyKeys) {
  return useMutation({
    mutationFn: async ({ phrase }: { phrase?: string }) => {
      if (phrase === undefined) return { opened: await restoreByPasskey(userId, keys), mayAdd: false }
      const opened = await restoreKeys(userId, keys, phrase)
      const mayAdd = passkeysOf(keys).length === 0 && (await mayAddPasskey().catch(() => false))
      return { opened, mayAdd }
    },
    gcTime,
  })
}

function useOwner() {
  const { data: me } = useQuery(meQuery)
  return { userId: me?.id ?? 0, name: me?.email ?? '', fullName: me?.fullName ?? '' }
}

/** The first, while the keys are open anyway. */
export function useAddPasskey() {
  const owner = useOwner()
  return useMutation({
    mutationFn: (opened: OpenKeys) => addPasskey(opened, owner, []),
    meta: { success: keySettingsText.passkeyAdded },
    gcTime,
  })
}

/** For keys that are no longer open: the seed is not kept. */
export function useAddPasskeyByPhrase(userId: number, keys: MyKeys) {
  const owner = useOwner()
  return useMutation({
    mutationFn: async ({ phrase }: { phrase: string }) =>
      addPasskey(await openByPhrase(userId, keys, phrase), owner, passkeysOf(keys)),
    meta: { success: keySettingsText.passkeyAdded },
    gcTime,
  })
}

export function useForgetKeys(userId: number) {
  return useMutation({
    mutationFn: () => forgetKeys(userId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['device-keys'] }),
    meta: {
      success: keySettingsText.forgotten,
      failure: keySettingsText.forgetFailed,
    },
  })
}
