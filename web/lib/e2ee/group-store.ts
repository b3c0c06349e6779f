// What this device keeps of a person's encrypted groups.

import { type CountRecord, forgetWords, give, keepSealed, noCounts, settle as settleCount } from './counts.ts'
import type { CountStore, GroupStore, KeptGroup } from './group-ports.ts'
import { on, rangeOf, settle, transact } from './shelves.ts'

/** Another tab may have seen more: what was pinned is never taken back. */
export function newer(stored: KeptGroup, kept: KeptGroup): KeptGroup {
  const lengthOf = ({ roster, epochs }: KeptGroup) => (roster?.hashes.length ?? 0) + epochs.length
  const isLonger = stored.gen === kept.gen && stored.entries && lengthOf(stored) > lengthOf(kept)
  const alarm = (stored.alarm?.at ?? 0) > (kept.alarm?.at ?? 0) ? stored.alarm : kept.alarm
  return {
    ...(isLonger ? { ...stored, intended: kept.intended } : kept),
    // Nor is an alarm that it raised.
    ...(alarm && { alarm }),
    dismissed: Math.max(stored.dismissed ?? 0, kept.dismissed ?? 0),
    spoken: Math.max(stored.spoken ?? 0, kept.spoken ?? 0),
  }
}

export function groupStoreOf(userId: number): GroupStore {
  return {
    load: groupId => on<KeptGroup | undefined>('groups', 'readonly', store => store.get([userId, groupId])),
    save: async (groupId, kept) => {
      const transaction = await transact(['identities', 'groups'], 'readwrite')
      // Keys that were thrown away in another tab stay thrown away.
      if ((await settle(transaction.objectStore('identities').count(userId))) === 0) return
      const groups = transaction.objectStore('groups')
      const stored = (await settle(groups.get([userId, groupId]))) as KeptGroup | undefined
      await settle(groups.put(stored ? newer(stored, kept) : kept, [userId, groupId]))
    },
  }
}

/** All of one person. */
export async function keptGroupsOf(userId: number): Promise<{ groupId: number; kept: KeptGroup }[]> {
  const groups = (await transact(['groups'], 'readonly')).objectStore('groups')
  const [keys, all] = await Promise.all([
    settle(groups.getAllKeys(rangeOf(userId))),
    settle(groups.getAll(rangeOf(userId))),
  ])
  return keys.map((key, index) => ({ groupId: (key as number[])[1] ?? 0, kept: all[index] as KeptGroup }))
}

/** Kept until the group has its beginning, so that those whom its maker chose are let in by themselves. */
export async function rememberIntended(userId: number, groupId: number, intended: number[]): Promise<void> {
  const kept = (await groupStoreOf(userId).load(groupId)) ?? { epochs: [], intended: [] }
  const all = [...new Set([...kept.intended, ...intended])]
  // Also before there are keys: whoever makes a first group chooses its members, and is then asked to make keys.
  await on('groups', 'readwrite', store => store.put({ ...kept, intended: all }, [userId, groupId]))
}

/** `dev`: each device counts for itself, and with new keys a browser is another one. */
export function countStoreOf(userId: number, dev: string): CountStore {
  /** One transaction: no other tab comes in between. */
  async function change<T>(
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
      change(groupId, before => {
        const { record, counted } = give(before, clientId, Date.now())
        return { record, result: counted }
      }),
    keep: (groupId, clientId, sealed) =>
      change(groupId, before => ({ record: keepSealed(before, clientId, sealed), result: undefined })),
    settle: (groupId, clientId, seq) =>
      change(groupId, before => ({ record: settleCount(before, clientId, seq), result: undefined })),
    forgetWords: (groupId, clientId) =>
      change(groupId, before => ({ record: forgetWords(before, clientId), result: undefined })),
    sentAfter: (groupId, seq) =>
      change(groupId, record => ({ record, result: record.sent.filter(one => one.seq > seq) })),
  }
}
