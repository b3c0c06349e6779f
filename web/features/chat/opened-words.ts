// The newest words of encrypted groups that were opened on this page, for the list of groups. They are kept nowhere.
import { createStore } from '#web/lib/store.ts'
import type { ShownMessage } from './shown-message.ts'

export type OpenedWords = Record<number, { seq: number; words: string }>
export const openedWords = createStore<OpenedWords>({})

export function rememberWords({ groupId, seq, content, trouble }: ShownMessage): void {
  const known = openedWords.get()[groupId]
  if (trouble || (known && known.seq > seq)) return
  openedWords.change({ [groupId]: { seq, words: content.slice(0, 200) } })
}
