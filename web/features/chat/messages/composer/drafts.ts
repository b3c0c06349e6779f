// Drafts of unsent messages by user and group. Drafts survive a reload and navigation.
// Drafts of encrypted groups are stored encrypted on the device.
// Drafts of unencrypted groups are stored in sessionStorage until the tab is closed.
import { createMutex } from '#web/lib/state/mutex.ts'

const buildDraftStorageKey = (userId: number, groupId: number) => `draft:${userId}:${groupId}`
const loadDeviceStorage = () => import('#web/lib/e2ee/storage/unsent-store.ts')

export function readMessageDraft(userId: number, groupId: number): string {
  return sessionStorage.getItem(buildDraftStorageKey(userId, groupId)) ?? ''
}

export function saveMessageDraft(userId: number, groupId: number, text: string): void {
  if (text) sessionStorage.setItem(buildDraftStorageKey(userId, groupId), text)
  else sessionStorage.removeItem(buildDraftStorageKey(userId, groupId))
}

export async function readEncryptedDraft(userId: number, groupId: number): Promise<string> {
  const { loadDraftOrOutboxOfGroup: readHere } = await loadDeviceStorage()
  return (await readHere<string>(userId, groupId, 'draft')) ?? ''
}

const serialized = createMutex()
const latestDrafts = new Map<number, string>()

/** Encrypts and stores a draft. Drafts are written one after the other, and superseded drafts are skipped. */
export function saveEncryptedDraft(userId: number, groupId: number, text: string): void {
  latestDrafts.set(groupId, text)
  serialized(async () => {
    if (latestDrafts.get(groupId) !== text) return
    const { storeDraftOrOutboxOfGroup: keepHere } = await loadDeviceStorage()
    await keepHere(userId, groupId, 'draft', text)
  }).catch(() => {})
}
