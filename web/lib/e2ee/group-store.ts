// What this device keeps of a person's encrypted groups.
import type { GroupStore, KeptGroup } from './group-ports.ts'
import type { Identity } from './identity.ts'
import { loadIdentity } from './key-store.ts'
import { on, settle, transact } from './shelves.ts'

/** Another tab may have seen more: what was pinned is never taken back. */
function newer(stored: KeptGroup, kept: KeptGroup): KeptGroup {
  const isStoredLonger = (stored.roster?.hashes.length ?? 0) > (kept.roster?.hashes.length ?? 0)
  const { roster, epochs, gen } = isStoredLonger && stored.gen === kept.gen ? stored : kept
  return { ...kept, epochs, ...(roster && { roster }), ...(gen && { gen }) }
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

/** What this device holds: one's keys, and whether it has ever seen a signed beginning of this group. */
export async function lookUp(
  userId: number,
  groupId: number,
): Promise<{ identity?: Identity; isPinned: boolean }> {
  const identity = await loadIdentity(userId)
  const kept = await groupStoreOf(userId).load(groupId)
  return { ...(identity && { identity }), isPinned: kept?.roster !== undefined }
}

/** Kept until the group has its beginning, so that those whom its maker chose are let in by themselves. */
export async function rememberIntended(userId: number, groupId: number, intended: number[]): Promise<void> {
  const kept = (await groupStoreOf(userId).load(groupId)) ?? { epochs: [], intended: [], gens: {} }
  const all = [...new Set([...kept.intended, ...intended])]
  // Also before there are keys: whoever makes a first group chooses its members, and is then asked to make keys.
  await on('groups', 'readwrite', store => store.put({ ...kept, intended: all }, [userId, groupId]))
}
