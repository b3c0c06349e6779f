// Stores a user's encrypted groups and message numbers in this browser's database.

import { type CountRecord, forgetWords, give, keepSealed, noCounts, settle as settleCount } from './counts.ts'
import type { CountStore, GroupStore, KeptGroup } from './group-ports.ts'
import { on, rangeOf, settle, transact } from './shelves.ts'

/** Merges with data that another tab has stored: the longer roster wins, and verified data is never dropped. */
export function newer(stored: KeptGroup, current: KeptGroup): KeptGroup {
  const lengthOf = ({ roster, epochs }: KeptGroup) => (roster?.hashes.length ?? 0) + epochs.length
  const isLonger = stored.gen === current.gen && stored.entries && lengthOf(stored) > lengthOf(current)
  const alarm = (stored.alarm?.at ?? 0) > (current.alarm?.at ?? 0) ? stored.alarm : current.alarm
  return {
    ...(isLonger ? { ...stored, intended: current.intended } : current),
    // An alarm raised by another tab is kept.
    ...(alarm && { alarm }),
    dismissed: Math.max(stored.dismissed ?? 0, current.dismissed ?? 0),
    spoken: Math.max(stored.spoken ?? 0, current.spoken ?? 0),
  }
}

export function groupStoreOf(userId: number): GroupStore {
  return {
    load: groupId => on<KeptGroup | undefined>('groups', 'readonly', store => store.get([userId, groupId])),
    save: async (groupId, current) => {
      const transaction = await transact(['identities', 'groups'], 'readwrite')
      // When another tab has deleted the keys, nothing is stored for them any more.
      if ((await settle(transaction.objectStore('identities').count(userId))) === 0) return
      const groups = transaction.objectStore('groups')
      const stored = (await settle(groups.get([userId, groupId]))) as KeptGroup | undefined
      await settle(groups.put(stored ? newer(stored, current) : current, [userId, groupId]))
    },
  }
}

/** Returns all stored groups of a user. */
export async function keptGroupsOf(userId: number): Promise<{ groupId: number; kept: KeptGroup }[]> {
  const groups = (await transact(['groups'], 'readonly')).objectStore('groups')
  const [keys, all] = await Promise.all([
    settle(groups.getAllKeys(rangeOf(userId))),
    settle(groups.getAll(rangeOf(userId))),
  ])
  return keys.map((key, index) => ({ groupId: (key as number[])[1] ?? 0, kept: all[index] as KeptGroup }))
}

/** Stores the members chosen at creation, so that they are added once the group's roster exists. */
export async function rememberIntended(userId: number, groupId: number, intended: number[]): Promise<void> {
  const current = (await groupStoreOf(userId).load(groupId)) ?? { epochs: [], intended: [] }
  const all = [...new Set([...current.intended, ...intended])]
  // Stored even without keys: the creator of a first group chooses members before generating keys.
  await on('groups', 'readwrite', store => store.put({ ...current, intended: all }, [userId, groupId]))
}

/** Creates the store of message numbers. Each device id counts separately; new keys mean a new device id. */
export function countStoreOf(userId: number, dev: string): CountStore {
  /** Updates the record in one transaction, so that tabs do not interfere. */
  async function updateRecord<T>(
    groupId: number,
    step: (record: CountRecord) => { record: CountRecord; result: T },
  ) {
    const outbox = (await transact(['outbox'], 'readwrite')).objectStore('outbox')
    const key = [userId, groupId, dev]
    const stored = (await settle(outbox.get(key))) as CountRecord | undefined
    const { record, result } = step(stored ?? noCounts)
    if (record !== stored) await settle(outbox.put(record, key))
    return result
  }
  return {
    give: (groupId, clientId) =>
      updateRecord(groupId, before => {
        const { record, counted } = give(before, clientId, Date.now())
        return { record, result: counted }
      }),
    keep: (groupId, clientId, sealed) =>
      updateRecord(groupId, before => ({ record: keepSealed(before, clientId, sealed), result: undefined })),
    settle: (groupId, clientId, seq) =>
      updateRecord(groupId, before => ({ record: settleCount(before, clientId, seq), result: undefined })),
    forgetWords: (groupId, clientId) =>
      updateRecord(groupId, before => ({ record: forgetWords(before, clientId), result: undefined })),
    sentAfter: (groupId, seq) =>
      updateRecord(groupId, record => ({ record, result: record.sent.filter(message => message.seq > seq) })),
  }
}
