// Decrypted last messages of encrypted groups, shown as previews in the group list.
// Decrypted previews are kept in memory and never stored.

import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { createStore } from '#web/lib/state/store.ts'

export type DecryptedPreviews = Record<number, { seq: number; text: string; senderId: number; name: string }>
export const decryptedPreviews = createStore<DecryptedPreviews>({})

export function rememberDecryptedMessagePreview(message: DisplayedMessage): void {
  const { groupId, seq, content, trouble, senderId, sender, extra } = message
  const cached = decryptedPreviews.get()[groupId]
  if (trouble || (cached && cached.seq > seq)) return
  decryptedPreviews.change({
    [groupId]: {
      seq,
      text: getMessagePreviewText(content, extra?.file).slice(0, 200),
      senderId,
      name: sender.fullName,
    },
  })
}
