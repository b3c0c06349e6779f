// Stores drafts and unsent messages on this device, encrypted under a non-extractable key.
import { decodeUtf8, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptWithDeviceKey, encryptWithDeviceKey } from './device-key.ts'
import { runKeyDatabaseRequest } from './key-database.ts'

type Kind = 'draft' | 'outgoing'
const buildUnsentContentKey = (userId: number, groupId: number, kind: Kind) => [userId, groupId, kind]
const buildEncryptionPurpose = (groupId: number, kind: Kind) => `perantau/${kind}/1 ${groupId}`

/** Stores a draft or the unsent messages of a group. Empty content deletes the stored content. */
export async function storeDraftOrOutboxOfGroup(
  userId: number,
  groupId: number,
  kind: Kind,
  value: unknown,
): Promise<void> {
  const key = buildUnsentContentKey(userId, groupId, kind)
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return void (await runKeyDatabaseRequest('outbox', 'readwrite', store => store.delete(key)))
  const encrypted = await encryptWithDeviceKey(
    userId,
    buildEncryptionPurpose(groupId, kind),
    encodeUtf8(JSON.stringify(value)),
  )
  await runKeyDatabaseRequest('outbox', 'readwrite', store => store.put(encrypted, key))
}

/** Loads a draft or unsent messages. Returns undefined if there are none or another device encrypted them. */
export async function loadDraftOrOutboxOfGroup<T>(
  userId: number,
  groupId: number,
  kind: Kind,
): Promise<T | undefined> {
  const encrypted = await runKeyDatabaseRequest<Uint8Array<ArrayBuffer> | undefined>(
    'outbox',
    'readonly',
    store => store.get(buildUnsentContentKey(userId, groupId, kind)),
  )
  if (!encrypted) return undefined
  const decrypted = await decryptWithDeviceKey(
    userId,
    buildEncryptionPurpose(groupId, kind),
    encrypted,
  ).catch(() => undefined)
  return decrypted && (JSON.parse(decodeUtf8(decrypted)) as T)
}

/** Returns the groups in which this user has unsent messages on this device. */
export async function listGroupsWithUnsentMessages(userId: number): Promise<number[]> {
  const keys = await runKeyDatabaseRequest('outbox', 'readonly', store => store.getAllKeys())
  return (keys as [number, number, string][])
    .filter(([owner, , kind]) => owner === userId && kind === 'outgoing')
    .map(([, groupId]) => groupId)
}
