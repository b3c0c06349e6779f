// Stores a user's encrypted groups and message numbers in this browser's database.

import type { SeenChanges, SeenChangesStore } from '#web/lib/e2ee/conversation/message-memory.ts'
import {
  awaitRequest,
  buildUserKeyRange,
  openTransaction,
  withObjectStore,
} from '#web/lib/e2ee/storage/key-database.ts'
import type { GroupStore, MessageCounterStore, StoredGroup } from './group-ports.ts'
import {
  assignMessageNumber,
  emptyCounterRecord,
  eraseMessageContent,
  type MessageCounterRecord,
  recordOwnChange,
  recordSendResult as settleCount,
  storeMessageCiphertext,
} from './message-counter.ts'

/** Merges group data with data that another tab stored: the longer roster wins, and verified data is never dropped. */
export function mergeStoredGroups(stored: StoredGroup, current: StoredGroup): StoredGroup {
  const lengthOf = ({ roster, epochs }: StoredGroup) => (roster?.hashes.length ?? 0) + epochs.length
  const isLonger = stored.gen === current.gen && stored.entries && lengthOf(stored) > lengthOf(current)
  const alarm = (stored.alarm?.at ?? 0) > (current.alarm?.at ?? 0) ? stored.alarm : current.alarm
  return {
    ...(isLonger ? { ...stored, intended: current.intended } : current),
    // A group alarm raised by another tab is kept.
    ...(alarm && { alarm }),
    dismissed: Math.max(stored.dismissed ?? 0, current.dismissed ?? 0),
    spoken: Math.max(stored.spoken ?? 0, current.spoken ?? 0),
  }
}

export function createGroupStore(userId: number): GroupStore {
  return {
    load: groupId =>
      withObjectStore<StoredGroup | undefined>('groups', 'readonly', store => store.get([userId, groupId])),
    save: async (groupId, current) => {
      const transaction = await openTransaction(['identities', 'groups'], 'readwrite')
      // When another tab has deleted the user's keys, no group data is stored for those keys any more.
      if ((await awaitRequest(transaction.objectStore('identities').count(userId))) === 0) return
      const groups = transaction.objectStore('groups')
      const stored = (await awaitRequest(groups.get([userId, groupId]))) as StoredGroup | undefined
      await awaitRequest(groups.put(stored ? mergeStoredGroups(stored, current) : current, [userId, groupId]))
    },
  }
}

/** Returns all stored encrypted groups of a user. */
export async function listStoredGroups(userId: number): Promise<{ groupId: number; kept: StoredGroup }[]> {
  const groups = (await openTransaction(['groups'], 'readonly')).objectStore('groups')
  const [keys, all] = await Promise.all([
    awaitRequest(groups.getAllKeys(buildUserKeyRange(userId))),
    awaitRequest(groups.getAll(buildUserKeyRange(userId))),
  ])
  return keys.map((key, index) => ({ groupId: (key as number[])[1] ?? 0, kept: all[index] as StoredGroup }))
}

/** Stores the members chosen at creation, so that they are added once the group's roster exists. */
export async function saveIntendedMembers(
  userId: number,
  groupId: number,
  intended: number[],
): Promise<void> {
  const current = (await createGroupStore(userId).load(groupId)) ?? { epochs: [], intended: [] }
  const all = [...new Set([...current.intended, ...intended])]
  // The chosen members are stored even without keys: a first group's creator chooses them before generating keys.
  await withObjectStore('groups', 'readwrite', store =>
    store.put({ ...current, intended: all }, [userId, groupId]),
  )
}

/** Creates the store of message numbers. Each device id counts separately; new keys mean a new device id. */
export function createMessageCounterStore(userId: number, dev: string): MessageCounterStore {
  /** Updates the record of message numbers in one transaction, so that tabs do not interfere. */
  async function updateRecord<T>(
    groupId: number,
    step: (record: MessageCounterRecord) => { record: MessageCounterRecord; result: T },
  ) {
    const outbox = (await openTransaction(['outbox'], 'readwrite')).objectStore('outbox')
    const key = [userId, groupId, dev]
    const stored = (await awaitRequest(outbox.get(key))) as MessageCounterRecord | undefined
    const { record, result } = step(stored ?? emptyCounterRecord)
    if (record !== stored) await awaitRequest(outbox.put(record, key))
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
        record: storeMessageCiphertext(before, clientId, sealed),
        result: undefined,
      })),
    settle: (groupId, clientId, seq) =>
      updateRecord(groupId, before => ({ record: settleCount(before, clientId, seq), result: undefined })),
    recordChange: (groupId, change) =>
      updateRecord(groupId, before => ({ record: recordOwnChange(before, change), result: undefined })),
    forgetContent: (groupId, clientId) =>
      updateRecord(groupId, before => ({ record: eraseMessageContent(before, clientId), result: undefined })),
    listSentAfter: (groupId, seq) =>
      updateRecord(groupId, record => ({ record, result: record.sent.filter(message => message.seq > seq) })),
  }
}

/** Creates the store of the change numbers that this device has seen in a group. */
export function createSeenChangesStore(userId: number, groupId: number): SeenChangesStore {
  const key = [userId, groupId, 'seen']
  return {
    load: () =>
      withObjectStore<SeenChanges | undefined>('outbox', 'readonly', objectStore => objectStore.get(key)),
    save: async seen =>
      void (await withObjectStore('outbox', 'readwrite', objectStore => objectStore.put(seen, key))),
  }
}
