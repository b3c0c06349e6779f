// Stores a user's encrypted groups and message numbers in this browser's database.

import type { SeenChanges, SeenChangesStore } from '#web/lib/e2ee/conversation/message-memory.ts'
import {
  awaitIndexedDbRequest,
  buildUserKeyRange,
  openKeyDatabaseTransaction,
  runKeyDatabaseRequest,
} from '#web/lib/e2ee/storage/key-database.ts'
import type { GroupStore, MessageCounterStore, StoredGroup } from './group-ports.ts'
import {
  addCiphertextToPendingMessage,
  assignMessageNumber,
  emptyCounterRecord,
  eraseContentOfSentMessage,
  type MessageCounterRecord,
  recordOwnMessageEditDeletionOrReaction,
  recordMessageSendResult as settleCount,
} from './outgoing-message-records.ts'

/**
 * Merges group data with data stored by another tab: the longer signed member list is kept, and no verified data is
 * dropped.
 */
export function mergeGroupDataOfBrowserTabs(stored: StoredGroup, current: StoredGroup): StoredGroup {
  const lengthOf = ({ roster, epochs }: StoredGroup) => (roster?.hashes.length ?? 0) + epochs.length
  const isLonger = stored.gen === current.gen && stored.entries && lengthOf(stored) > lengthOf(current)
  const alarm = (stored.alarm?.at ?? 0) > (current.alarm?.at ?? 0) ? stored.alarm : current.alarm
  return {
    ...(isLonger ? { ...stored, intended: current.intended } : current),
    // If another tab has raised an alarm for the group, storing the group keeps the alarm.
    ...(alarm && { alarm }),
    dismissed: Math.max(stored.dismissed ?? 0, current.dismissed ?? 0),
    spoken: Math.max(stored.spoken ?? 0, current.spoken ?? 0),
  }
}

export function createGroupStore(userId: number): GroupStore {
  return {
    load: groupId =>
      runKeyDatabaseRequest<StoredGroup | undefined>('groups', 'readonly', store =>
        store.get([userId, groupId]),
      ),
    save: async (groupId, current) => {
      const transaction = await openKeyDatabaseTransaction(['identities', 'groups'], 'readwrite')
      // If another tab has deleted the user's keys, group data that belong to these keys are not stored any more.
      if ((await awaitIndexedDbRequest(transaction.objectStore('identities').count(userId))) === 0) return
      const groups = transaction.objectStore('groups')
      const stored = (await awaitIndexedDbRequest(groups.get([userId, groupId]))) as StoredGroup | undefined
      await awaitIndexedDbRequest(
        groups.put(stored ? mergeGroupDataOfBrowserTabs(stored, current) : current, [userId, groupId]),
      )
    },
  }
}

/** Returns all encrypted groups that this browser has stored for a user. */
export async function listStoredGroups(userId: number): Promise<{ groupId: number; kept: StoredGroup }[]> {
  const groups = (await openKeyDatabaseTransaction(['groups'], 'readonly')).objectStore('groups')
  const [keys, all] = await Promise.all([
    awaitIndexedDbRequest(groups.getAllKeys(buildUserKeyRange(userId))),
    awaitIndexedDbRequest(groups.getAll(buildUserKeyRange(userId))),
  ])
  return keys.map((key, index) => ({ groupId: (key as number[])[1] ?? 0, kept: all[index] as StoredGroup }))
}

/** Stores the members chosen for a new group. They are added once the group's signed member list exists. */
export async function saveMembersChosenForNewGroup(
  userId: number,
  groupId: number,
  intended: number[],
): Promise<void> {
  const current = (await createGroupStore(userId).load(groupId)) ?? { epochs: [], intended: [] }
  const all = [...new Set([...current.intended, ...intended])]
  // The members chosen for a new group are stored even if the user has no encryption keys yet.
  // The user's first encryption keys may be created only after the user has started a group.
  await runKeyDatabaseRequest('groups', 'readwrite', store =>
    store.put({ ...current, intended: all }, [userId, groupId]),
  )
}

/** Creates the store that numbers the messages of the device `dev`. New keys bring a new device id. */
export function createMessageCounterStore(userId: number, dev: string): MessageCounterStore {
  /** Updates the stored message numbers in one transaction, so that two tabs do not overwrite each other's numbers. */
  async function updateRecord<T>(
    groupId: number,
    step: (record: MessageCounterRecord) => { record: MessageCounterRecord; result: T },
  ) {
    const outbox = (await openKeyDatabaseTransaction(['outbox'], 'readwrite')).objectStore('outbox')
    const key = [userId, groupId, dev]
    const stored = (await awaitIndexedDbRequest(outbox.get(key))) as MessageCounterRecord | undefined
    const { record, result } = step(stored ?? emptyCounterRecord)
    if (record !== stored) await awaitIndexedDbRequest(outbox.put(record, key))
    return result
  }
  return {
    assign: (groupId, clientId) =>
      updateRecord(groupId, before => {
        const { record, counted } = assignMessageNumber(before, clientId, Date.now())
        return { record, result: counted }
      }),
    storeEncrypted: (groupId, clientId, sealed) =>
      updateRecord(groupId, before => ({
        record: addCiphertextToPendingMessage(before, clientId, sealed),
        result: undefined,
      })),
    settle: (groupId, clientId, seq) =>
      updateRecord(groupId, before => ({ record: settleCount(before, clientId, seq), result: undefined })),
    recordChange: (groupId, change) =>
      updateRecord(groupId, before => ({
        record: recordOwnMessageEditDeletionOrReaction(before, change),
        result: undefined,
      })),
    forgetContent: (groupId, clientId) =>
      updateRecord(groupId, before => ({
        record: eraseContentOfSentMessage(before, clientId),
        result: undefined,
      })),
    listSentAfter: (groupId, seq) =>
      updateRecord(groupId, record => ({ record, result: record.sent.filter(message => message.seq > seq) })),
  }
}

/** Creates the store for the newest change number of each message that this device has seen in a group. */
export function createSeenMessageChangeNumberStore(userId: number, groupId: number): SeenChangesStore {
  const key = [userId, groupId, 'seen']
  return {
    load: () =>
      runKeyDatabaseRequest<SeenChanges | undefined>('outbox', 'readonly', objectStore =>
        objectStore.get(key),
      ),
    save: async seen =>
      void (await runKeyDatabaseRequest('outbox', 'readwrite', objectStore => objectStore.put(seen, key))),
  }
}
