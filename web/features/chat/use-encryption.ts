import { useCallback, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { GroupState } from '#web/lib/e2ee/group-view.ts'
import type { Trust } from '#web/lib/e2ee/trust.ts'
import { refresh } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'
import { useStore } from '#web/lib/store.ts'

/**
 * plain: not encrypted, by the server's word and as far as this device has ever seen. keyless: one's own keys are not
 * on this device. failed: it could not be looked up.
 */
export type Encryption =
  | { kind: 'looking' | 'plain' | 'keyless' }
  | { kind: 'unsure'; allow: () => Promise<void> }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'sealed'; group: EncryptedGroup; state: GroupState }

type Found =
  | { kind: 'looking' | 'plain' | 'keyless' }
  | { kind: 'unsure'; allow: () => Promise<void> }
  | { kind: 'failed'; error: Error }
  | { kind: 'sealed'; group: EncryptedGroup }

/**
 * Groups that people made and conversations of two are encrypted, whatever the server says. A country's and the global
 * one never are. A club's is once anybody has seen its signed beginning: this device, or another one of this person.
 */
function isEncrypted({ id, type, encrypted }: GroupRow, trust: Trust): boolean {
  return type === 'custom' || encrypted || trust.markOf(id) !== undefined
}

async function find(group: GroupRow, myId: number, isWanted: boolean): Promise<Found> {
  if (group.type === 'country' || group.type === 'global') return { kind: 'plain' }
  const { findKeys, isSurelyPlain, openGroup } = await import('#web/lib/e2ee/open-group.ts')
  const keys = await findKeys(myId)
  const { identity, trust } = keys
  // What another device knew comes first.
  const isSure = isWanted || isEncrypted(group, trust) || (await isSurelyPlain(keys, group.id))
  if (!isWanted && !isEncrypted(group, trust)) {
    return isSure ? { kind: 'plain' } : { kind: 'unsure', allow: () => trust.allowPlain(group.id) }
  }
  if (!identity) return { kind: 'keyless' }
  return { kind: 'sealed', group: await openGroup(group, identity) }
}

/** Whoever may make the beginning does so by opening the group; of a club's only the switch does. */
export function mayBegin({ type, direct, role }: GroupRow): boolean {
  return type === 'custom' && (direct || role !== 'member')
}

/** Somebody may speak at the very moment in which the end of what is plain is signed: then it is signed again. */
async function begin(sealed: EncryptedGroup, latest: () => GroupRow): Promise<void> {
  for (let time = 0; time < 3; time++) {
    await sealed.begin([], latest().lastSeq)
    if (sealed.get().phase !== 'unborn') return
    await refresh(['groups'])
  }
}

/** Looks at once and whenever something is said to have changed. */
function follow(
  latest: () => GroupRow,
  sealed: EncryptedGroup,
  isWanted: boolean,
  onError: (error: Error) => void,
): () => void {
  const look = async () => {
    await sealed.sync()
    if (sealed.get().phase === 'unborn' && (isWanted || mayBegin(latest()))) await begin(sealed, latest)
    const { roster } = sealed.get()
    if (!roster) return
    const { learnNames } = await import('#web/lib/e2ee/names.ts')
    await learnNames(
      sealed.trust,
      roster.spans.map(({ card }) => card.userId),
    )
  }
  const lookSafely = () => void look().catch(onError)
  const isHere = (change: { groupId: number }) => change.groupId === latest().id
  const stops = [
    connection.on('e2ee-roster', change => isHere(change) && lookSafely()),
    connection.on('e2ee-epoch', change => isHere(change) && lookSafely()),
    connection.on('connect', lookSafely),
  ]
  lookSafely()
  return () => {
    for (const stop of stops) stop()
  }
}

export function useEncryption(group: GroupRow, myId: number) {
  const [found, setFound] = useState<Found>({ kind: 'looking' })
  const [time, setTime] = useState(0)
  /** Somebody is turning it on: their keys are needed although nothing is signed yet. */
  const [isWanted, setWanted] = useState(false)
  const again = useCallback(() => setTime(now => now + 1), [])
  const sealed = found.kind === 'sealed' ? found.group : undefined
  const latest = useRef(group)
  latest.current = group

  // biome-ignore lint/correctness/useExhaustiveDependencies: the group of one panel is one group; `time` asks again
  useEffect(() => {
    let isGone = false
    const fail = (error: Error) => !isGone && setFound({ kind: 'failed', error })
    find(group, myId, isWanted).then(result => !isGone && setFound(result), fail)
    return () => {
      isGone = true
    }
  }, [group.id, group.encrypted, myId, isWanted, time])

  // What failed without a network is looked up again when the network or the server is back.
  const hasFailed = found.kind === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const stop = connection.on('connect', again)
    addEventListener('online', again)
    return () => {
      stop()
      removeEventListener('online', again)
    }
  }, [hasFailed, again])

  useEffect(() => {
    if (!sealed) return
    return follow(
      () => latest.current,
      sealed,
      isWanted,
      // What was verified before still holds; only a group that never opened has nothing to show.
      error => sealed.get().phase === 'loading' && setFound({ kind: 'failed', error }),
    )
  }, [sealed, isWanted])

  const state = useStore(sealed)
  const encryption: Encryption =
    found.kind === 'sealed' && state
      ? { ...found, state }
      : found.kind === 'failed'
        ? { ...found, retry: again }
        : found.kind === 'sealed'
          ? { kind: 'looking' }
          : found
  return { encryption, again, want: () => setWanted(true) }
}
