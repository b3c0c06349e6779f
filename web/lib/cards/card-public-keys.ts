// Public keys for verifying membership cards offline. The device caches them, even when nobody is signed in.
import type { TokenPublicKey } from '#shared/cards/card-token.ts'
import { listPublicKeys } from '#shared/contracts/cards/cards.endpoints.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

const storageKey = 'perantau-card-keys'

export interface CachedCardKeys {
  keys: TokenPublicKey[]
  /** Time at which the public keys for membership cards were fetched, as an ISO timestamp. */
  at: number
}

export function readCachedCardPublicKeys(): CachedCardKeys | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as CachedCardKeys | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Fetches the newest public keys for membership cards. When the request fails, returns the cached keys. */
export async function refreshCardPublicKeys(): Promise<CachedCardKeys | undefined> {
  try {
    const known = { keys: await callEndpoint(listPublicKeys), at: Date.now() }
    localStorage.setItem(storageKey, JSON.stringify(known))
    return known
  } catch {
    return readCachedCardPublicKeys()
  }
}
