import { useCallback, useEffect, useRef, useState } from 'react'
import type {
  DescribedGroup,
  PlaintextPermit,
  Refusal,
} from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { GroupState } from '#web/lib/e2ee/group/group-state.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/**
 * Encryption state of a conversation. `looking`: being determined. `plain`: a plaintext group, with the permission to
 * send plaintext to it. `refused`: the server's statements about the conversation contradict each other, so nothing is
 * shown or sent. `keyless`: the user's keys are not on this device. `failed`: the state could not be determined.
 * `sealed`: the conversation is end-to-end encrypted.
 */
export type Encryption =
  | { kind: 'looking' | 'keyless' }
  | { kind: 'plain'; permit: PlaintextPermit }
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'sealed'; group: EncryptedGroup; state: GroupState }

type LookupResult =
  | Exclude<Encryption, { kind: 'failed' | 'sealed' }>
  | { kind: 'failed'; error: Error }
  | { kind: 'sealed'; group: EncryptedGroup }

/**
 * Prepares a conversation as the conversation core (rules in lib/e2ee/conversation) decides: opens the encrypted group
 * or confirms the plaintext group.
 */
async function findConversationEncryption(
  group: DescribedGroup,
  myId: number,
  isTurningOn: boolean,
): Promise<LookupResult> {
  const { mode, kind, permit, slot, refusal } = group.conversation
  if (mode === 'refused') return { kind: 'refused', reason: refusal ?? 'foreign' }
  const {
    loadOwnAndPinnedKeys: findKeys,
    verifyGroupIsUnencrypted: confirm,
    loadEncryptedGroup: openGroup,
  } = await import('#web/lib/e2ee/group/load-encrypted-group.ts')
  if (mode === 'plaintext' && !isTurningOn) {
    /**
     * A browser that blocks storage has no record of encrypted groups, so the client cannot compare the server's
     * statement about encryption with such a record.
     */
    const keys = await findKeys(myId).catch(() => undefined)
    const isConfirmed = permit && slot && (!keys || (await confirm(keys, { groupId: group.id, kind, slot })))
    // The encryption state stays `looking` (unknown) until the device's record of pinned keys is loaded.
    // If the vault (encrypted backup) contradicts the server, the encryption state stays `looking` (unknown).
    return isConfirmed ? { kind: 'plain', permit } : { kind: 'looking' }
  }
  const keys = await findKeys(myId)
  if (!keys.identity) return { kind: 'keyless' }
  return { kind: 'sealed', group: await openGroup(group, keys.identity) }
}

/**
 * Whether this client signs the first entry of the group's member list when it opens the group. In club groups, the
 * client that turns encryption on signs it.
 */
export function canCreateSignedMemberList({ type, direct, role, conversation }: DescribedGroup): boolean {
  return type === 'custom' && (direct || role !== 'member') && conversation.refusal === undefined
}

/** Signs the first entry of the group's signed member list. Retries if a new plaintext message arrives meanwhile. */
async function createSignedMemberList(
  encryptedGroup: EncryptedGroup,
  latest: () => DescribedGroup,
): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await encryptedGroup.createRoster([], latest().lastSeq)
    if (encryptedGroup.get().phase !== 'unborn') return
    await refetchQueriesOfTopics(['groups'])
  }
}

/**
 * Synchronizes the encrypted group at once and after every change to its signed member list, key event and
 * reconnection.
 */
function synchronizeGroupOnChanges(
  latest: () => DescribedGroup,
  encryptedGroup: EncryptedGroup,
  isTurningOn: boolean,
  onError: (error: Error) => void,
): () => void {
  const synchronize = async () => {
    await encryptedGroup.sync()
    if (encryptedGroup.get().phase === 'unborn' && (isTurningOn || canCreateSignedMemberList(latest())))
      await createSignedMemberList(encryptedGroup, latest)
    const { roster } = encryptedGroup.get()
    if (!roster) return
    const { fetchSignedUserNames: learnNames } = await import('#web/lib/e2ee/keys/signed-names.ts')
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

export function useConversationEncryption(group: DescribedGroup, myId: number) {
  const [found, setFound] = useState<LookupResult>({ kind: 'looking' })
  const [time, setTime] = useState(0)
  /**
   * Whether the user is turning encryption on, which requires the user's keys before the group's member list has its
   * first signed entry.
   */
  const [isTurningOn, setTurningOn] = useState(false)
  const reload = useCallback(() => setTime(now => now + 1), [])
  const encryptedGroup = found.kind === 'sealed' ? found.group : undefined
  const latest = useRef(group)
  const { mode, kind, peerId, refusal, permit } = group.conversation
  latest.current = group

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the listed values repeat the lookup
  useEffect(() => {
    let isCancelled = false
    const fail = (error: Error) => !isCancelled && setFound({ kind: 'failed', error })
    findConversationEncryption(group, myId, isTurningOn).then(
      result => !isCancelled && setFound(result),
      fail,
    )
    return () => {
      isCancelled = true
    }
  }, [group.id, mode, kind, peerId, refusal, permit === undefined, myId, isTurningOn, time])

  // When network and server are available again, a failed lookup of the conversation's encryption is repeated.
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
    return synchronizeGroupOnChanges(
      () => latest.current,
      encryptedGroup,
      isTurningOn,
      /**
       * An encryption error replaces the conversation only before its first load. Later, the verified state stays
       * visible.
       */
      error => encryptedGroup.get().phase === 'loading' && setFound({ kind: 'failed', error }),
    )
  }, [encryptedGroup, isTurningOn])

  const state = useStoreState(encryptedGroup)
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
