// Public keys for verifying membership cards offline. They are cached on the device, also without a session.
import type { PublicKey } from '#shared/card-token.ts'
import { listPublicKeys } from '#shared/contracts/cards.endpoints.ts'
import { call } from './api.ts'

const storageKey = 'perantau-card-keys'

export interface KnownKeys {
  keys: PublicKey[]
  /** Timestamp at which the keys were fetched. */
  at: number
}

export function knownKeys(): KnownKeys | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as KnownKeys | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Fetches the newest public keys. When that fails, the cached keys are returned. */
export async function refreshKeys(): Promise<KnownKeys | undefined> {
  try {
    const known = { keys: await call(listPublicKeys), at: Date.now() }
    localStorage.setItem(storageKey, JSON.stringify(known))
    return known
  } catch {
    return knownKeys()
  }
}
