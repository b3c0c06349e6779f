import { useMutation } from '@tanstack/react-query'
import { editMinutes } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from './conversation.ts'
import { messageText as text } from './message.text.ts'

/** Safety margin (ms): the edit action is hidden this long before the server's edit deadline. */
const editMargin = 30_000

export function canEditMessage(message: DisplayedMessage): boolean {
  const { createdAt, messageType, trouble, isDeleted, isHidden, extra } = message
  const age = Date.now() - Date.parse(createdAt)
  const isEditableText = messageType === 'text' && !extra?.file && !trouble && !isDeleted && !isHidden
  return isEditableText && age < editMinutes * 60_000 - editMargin
}

/** Sets the user's reaction to a message; without an emoji, removes it. */
export function useReactToMessage(conversation: Conversation) {
  return useMutation({
    mutationFn: ({ message, emoji }: { message: DisplayedMessage; emoji?: string }) =>
      conversation.changeMessage(
        emoji ? { message, op: 'react', content: emoji } : { message, op: 'unreact' },
      ),
    meta: { failure: text.reactFailed },
  })
}

export function useEditMessage(conversation: Conversation) {
  return useMutation({
    mutationFn: ({ message, content }: { message: DisplayedMessage; content: string }) => {
      // An edit keeps the reply reference and the mentions of the message.
      const { change: _, ...extra }: MessageMetadata = message.extra ?? {}
      return conversation.changeMessage({ message, op: 'edit', content, extra })
    },
    meta: { failure: text.changeFailed },
  })
}

export function useDeleteMessage(conversation: Conversation) {
  return useMutation({
    mutationFn: (message: DisplayedMessage) => conversation.changeMessage({ message, op: 'delete' }),
    meta: { failure: text.changeFailed },
  })
}
