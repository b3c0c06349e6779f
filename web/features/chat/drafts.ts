// What was typed and not sent, by person and group: survives a reload and going elsewhere. In an encrypted group it is
// kept sealed; elsewhere until the tab is closed.
import { createMutex } from '#web/lib/mutex.ts'

const nameOf = (userId: number, groupId: number) => `draft:${userId}:${groupId}`
const loadKept = () => import('#web/lib/e2ee/kept-here.ts')

export function readDraft(userId: number, groupId: number): string {
  return sessionStorage.getItem(nameOf(userId, groupId)) ?? ''
}

export function keepDraft(userId: number, groupId: number, text: string): void {
  if (text) sessionStorage.setItem(nameOf(userId, groupId), text)
  else sessionStorage.removeItem(nameOf(userId, groupId))
}

export async function readSealedDraft(userId: number, groupId: number): Promise<string> {
  const { readHere } = await loadKept()
  return (await readHere<string>(userId, groupId, 'draft')) ?? ''
}

const inTurn = createMutex()
const newest = new Map<number, string>()

/** One after the other, and of what was typed meanwhile only the last. */
export function keepSealedDraft(userId: number, groupId: number, text: string): void {
  newest.set(groupId, text)
  inTurn(async () => {
    if (newest.get(groupId) !== text) return
    const { keepHere } = await loadKept()
    await keepHere(userId, groupId, 'draft', text)
  }).catch(() => {})
}
