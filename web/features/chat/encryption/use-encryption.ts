import { useCallback, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { GroupState } from '#web/lib/e2ee/group/group-state.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { refreshTopics } from '#web/lib/query/query-client.ts'
import { useStore } from '#web/lib/state/store.ts'

/**
 * Encryption state of a conversation.
 * looking: being determined. plain: not encrypted, according to the server and to this device's records.
 * keyless: the user's keys are not on this device. failed: the state could not be determined.
 * sealed: the conversation is end-to-end encrypted.
 */
export type Encryption =
  | { kind: 'looking' | 'plain' | 'keyless' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'sealed'; group: EncryptedGroup; state: GroupState }

type LookupResult =
  | { kind: 'looking' | 'plain' | 'keyless' }
  | { kind: 'failed'; error: Error }
  | { kind: 'sealed'; group: EncryptedGroup }

/**
 * Whether a group is encrypted.
 * Custom groups and direct conversations are always encrypted, regardless of what the server says.
 * Country groups and the global group are never encrypted.
 * A club's group is encrypted once any device of the user has seen its first signed roster entry.
 */
function isEncrypted({ id, type, encrypted }: GroupRow, trust: Trust): boolean {
  return type === 'custom' || encrypted || trust.getCheckpoint(id) !== undefined
}

async function findEncryption(group: GroupRow, myId: number, isTurningOn: boolean): Promise<LookupResult> {
  if (group.type === 'country' || group.type === 'global') return { kind: 'plain' }
  const { loadKeysAndTrust: findKeys, openEncryptedGroup: openGroup } = await import(
    '#web/lib/e2ee/group/open-encrypted-group.ts'
  )
  const { identity, trust } = await findKeys(myId)
  // A group counts as plaintext unless this device or, once it has keys, the user's vault knows that it is encrypted.
  if (!isTurningOn && !isEncrypted(group, trust)) return { kind: 'plain' }
  if (!identity) return { kind: 'keyless' }
  return { kind: 'sealed', group: await openGroup(group, identity) }
}

/** Whether opening the group may sign its first roster entry. For clubs, only the encryption switch signs it. */
export function canInitializeRoster({ type, direct, role }: GroupRow): boolean {
  return type === 'custom' && (direct || role !== 'member')
}

/** Signs the first roster entry. Retries when a new plaintext message arrives while the entry is being signed. */
async function initializeRoster(encryptedGroup: EncryptedGroup, latest: () => GroupRow): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await encryptedGroup.createRoster([], latest().lastSeq)
    if (encryptedGroup.get().phase !== 'unborn') return
    await refreshTopics(['groups'])
  }
}

/** Synchronizes the encrypted group now and after every roster event, key event and reconnection. */
function followGroup(
  latest: () => GroupRow,
  encryptedGroup: EncryptedGroup,
  isTurningOn: boolean,
  onError: (error: Error) => void,
): () => void {
  const synchronize = async () => {
    await encryptedGroup.sync()
    if (encryptedGroup.get().phase === 'unborn' && (isTurningOn || canInitializeRoster(latest())))
      await initializeRoster(encryptedGroup, latest)
    const { roster } = encryptedGroup.get()
    if (!roster) return
    const { fetchSignedNames: learnNames } = await import('#web/lib/e2ee/keys/signed-names.ts')
    await learnNames(
      encryptedGroup.trust,
      roster.spans.map(({ card }) => card.userId),
    )
  }
  const synchronizeSafely = () => void synchronize().catch(onError)
  const concernsGroup = (change: { groupId: number }) => change.groupId === latest().id
  const unsubscribers = [
    connection.on('e2ee-roster', change => concernsGroup(change) && synchronizeSafely()),
    connection.on('e2ee-epoch', change => concernsGroup(change) && synchronizeSafely()),
    connection.on('connect', synchronizeSafely),
  ]
  synchronizeSafely()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

export function useEncryption(group: GroupRow, myId: number) {
  const [found, setFound] = useState<LookupResult>({ kind: 'looking' })
  const [time, setTime] = useState(0)
  /** Whether the user is turning on encryption, which needs the user's keys before the first roster entry exists. */
  const [isTurningOn, setTurningOn] = useState(false)
  const reload = useCallback(() => setTime(now => now + 1), [])
  const encryptedGroup = found.kind === 'sealed' ? found.group : undefined
  const latest = useRef(group)
  latest.current = group

  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel shows one group; a new `time` repeats the lookup
  useEffect(() => {
    let isCancelled = false
    const fail = (error: Error) => !isCancelled && setFound({ kind: 'failed', error })
    findEncryption(group, myId, isTurningOn).then(result => !isCancelled && setFound(result), fail)
    return () => {
      isCancelled = true
    }
  }, [group.id, group.encrypted, myId, isTurningOn, time])

  // A failed lookup of the encryption state is repeated when network and server are available again.
  const hasFailed = found.kind === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const unsubscribe = connection.on('connect', reload)
    addEventListener('online', reload)
    return () => {
      unsubscribe()
      removeEventListener('online', reload)
    }
  }, [hasFailed, reload])

  useEffect(() => {
    if (!encryptedGroup) return
    return followGroup(
      () => latest.current,
      encryptedGroup,
      isTurningOn,
      // An encryption error is shown only before the first load; later, the verified state remains valid.
      error => encryptedGroup.get().phase === 'loading' && setFound({ kind: 'failed', error }),
    )
  }, [encryptedGroup, isTurningOn])

  const state = useStore(encryptedGroup)
  const encryption: Encryption =
    found.kind === 'sealed' && state
      ? { ...found, state }
      : found.kind === 'failed'
        ? { ...found, retry: reload }
        : found.kind === 'sealed'
          ? { kind: 'looking' }
          : found
  return { encryption, reload, turnOn: () => setTurningOn(true) }
}
