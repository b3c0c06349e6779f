// Decrypted last messages of encrypted groups, for the previews in the group list. Kept in memory only.
import { createStore } from '#web/lib/store.ts'
import type { ShownMessage } from './shown-message.ts'

export type OpenedWords = Record<number, { seq: number; text: string }>
export const openedWords = createStore<OpenedWords>({})

export function rememberWords({ groupId, seq, content, trouble }: ShownMessage): void {
  const cached = openedWords.get()[groupId]
  if (trouble || (cached && cached.seq > seq)) return
  openedWords.change({ [groupId]: { seq, text: content.slice(0, 200) } })
}
