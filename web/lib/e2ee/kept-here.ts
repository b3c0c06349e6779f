// Words that have not gone out yet: kept on this device, under a key that cannot be taken out of it.
import { toBytes, toText } from '#shared/e2ee/encoding.ts'
import { openHere, sealHere } from './device-key.ts'
import { on } from './shelves.ts'

type Kind = 'draft' | 'outgoing'
const keyOf = (userId: number, groupId: number, kind: Kind) => [userId, groupId, kind]
const purposeOf = (groupId: number, kind: Kind) => `perantau/${kind}/1 ${groupId}`

export async function keepHere(userId: number, groupId: number, kind: Kind, value: unknown): Promise<void> {
  const key = keyOf(userId, groupId, kind)
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return void (await on('outbox', 'readwrite', store => store.delete(key)))
  const sealed = await sealHere(userId, purposeOf(groupId, kind), toBytes(JSON.stringify(value)))
  await on('outbox', 'readwrite', store => store.put(sealed, key))
}

/** Undefined where nothing is kept, or what is kept was sealed on another device. */
export async function readHere<T>(userId: number, groupId: number, kind: Kind): Promise<T | undefined> {
  const sealed = await on<Uint8Array<ArrayBuffer> | undefined>('outbox', 'readonly', store =>
    store.get(keyOf(userId, groupId, kind)),
  )
  if (!sealed) return undefined
  const plain = await openHere(userId, purposeOf(groupId, kind), sealed).catch(() => undefined)
  return plain && (JSON.parse(toText(plain)) as T)
}

/** Groups in which something of this person's waits to be sent. */
export async function waitingGroupsOf(userId: number): Promise<number[]> {
  const keys = await on('outbox', 'readonly', store => store.getAllKeys())
  return (keys as [number, number, string][])
    .filter(([owner, , kind]) => owner === userId && kind === 'outgoing')
    .map(([, groupId]) => groupId)
}
