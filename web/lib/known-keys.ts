// The public keys that this device knows, for checking cards without a network; also where nobody is signed in.
import type { PublicKey } from '#shared/card-token.ts'
import { listPublicKeys } from '#shared/contracts/cards.endpoints.ts'
import { call } from './api.ts'

const place = 'perantau-card-keys'

export interface KnownKeys {
  keys: PublicKey[]
  /** When they were asked for. */
  at: number
}

export function knownKeys(): KnownKeys | undefined {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as KnownKeys | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The newest there are; where they cannot be had, what was known before. */
export async function refreshKeys(): Promise<KnownKeys | undefined> {
  try {
    const known = { keys: await call(listPublicKeys), at: Date.now() }
    localStorage.setItem(place, JSON.stringify(known))
    return known
  } catch {
    return knownKeys()
  }
}
