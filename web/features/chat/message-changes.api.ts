import { useMutation } from '@tanstack/react-query'
import { editMinutes } from '#shared/contracts/chat.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { Conversation } from './conversation.ts'
import { messageText as text } from './message.text.ts'
import type { ShownMessage } from './shown-message.ts'

/** By the server's clock it is decided; a little before the end it is no longer offered. */
const margin = 30_000

export function mayEdit(message: ShownMessage): boolean {
  const { createdAt, messageType, trouble, isDeleted, isHidden, extra } = message
  const age = Date.now() - Date.parse(createdAt)
  const isWords = messageType === 'text' && !extra?.file && !trouble && !isDeleted && !isHidden
  return isWords && age < editMinutes * 60_000 - margin
}

/** Without an emoji: one's reaction is taken back. */
export function useReact(conversation: Conversation) {
  return useMutation({
    mutationFn: ({ message, emoji }: { message: ShownMessage; emoji?: string }) =>
      conversation.change(emoji ? { message, op: 'react', content: emoji } : { message, op: 'unreact' }),
    meta: { failure: text.reactFailed },
  })
}

export function useEdit(conversation: Conversation) {
  return useMutation({
    mutationFn: ({ message, content }: { message: ShownMessage; content: string }) => {
      // What it answers, and whom it called on, stays.
      const { change: _, ...extra }: Extra = message.extra ?? {}
      return conversation.change({ message, op: 'edit', content, extra })
    },
    meta: { failure: text.changeFailed },
  })
}

export function useRemove(conversation: Conversation) {
  return useMutation({
    mutationFn: (message: ShownMessage) => conversation.change({ message, op: 'delete' }),
    meta: { failure: text.changeFailed },
  })
}
