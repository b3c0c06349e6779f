// Recent message searches on this device, encrypted under a non-extractable key.
// Search terms may contain text of encrypted messages, so they never leave the device and are deleted at sign-out.
import { decodeUtf8, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptWithDeviceKey, encryptWithDeviceKey } from './device-key.ts'
import { runKeyDatabaseRequest } from './key-database.ts'

const kind = 'searches'
const maxSearches = 6
const purpose = 'perantau/searches/1'
const buildRecentSearchesKey = (userId: number) => [userId, 0, kind]

/** Returns the recent search terms of the user, newest first. */
export async function loadRecentSearches(userId: number): Promise<string[]> {
  const encrypted = await runKeyDatabaseRequest<Uint8Array<ArrayBuffer> | undefined>(
    'outbox',
    'readonly',
    store => store.get(buildRecentSearchesKey(userId)),
  )
  if (!encrypted) return []
  const decrypted = await decryptWithDeviceKey(userId, purpose, encrypted).catch(() => undefined)
  return decrypted ? (JSON.parse(decodeUtf8(decrypted)) as string[]) : []
}

/** Replaces the stored search terms of the user. */
export async function saveRecentMessageSearches(userId: number, searches: string[]): Promise<void> {
  const encrypted = await encryptWithDeviceKey(userId, purpose, encodeUtf8(JSON.stringify(searches)))
  await runKeyDatabaseRequest('outbox', 'readwrite', store =>
    store.put(encrypted, buildRecentSearchesKey(userId)),
  )
}

/** Deletes the search terms of all users of this device. */
export async function deleteRecentSearches(): Promise<void> {
  const keys = await runKeyDatabaseRequest('outbox', 'readonly', store => store.getAllKeys())
  for (const key of (keys as [number, number, string][]).filter(([, , stored]) => stored === kind))
    await runKeyDatabaseRequest('outbox', 'readwrite', store => store.delete(key))
}

/**
 * Adds a term to the recent searches. If the user types or deletes the term letter by letter, only the
 * longest form is kept.
 */
export function addRecentSearch(searches: string[], terms: string): string[] {
  if (searches[0]?.toLowerCase().startsWith(terms.toLowerCase())) return searches
  const others = searches.filter(search => !terms.toLowerCase().startsWith(search.toLowerCase()))
  return [terms, ...others].slice(0, maxSearches)
}
