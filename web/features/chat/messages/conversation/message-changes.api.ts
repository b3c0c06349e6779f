import { useMutation } from '@tanstack/react-query'
import { editMinutes } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import { messageText as text } from '#texts/messages.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { epochChangedReason } from '#web/lib/e2ee/group/group-state.ts'
import { ApiError } from '#web/lib/http/api.ts'
import type { Conversation } from './conversation.ts'

/** Safety margin in ms: the edit action disappears this long before the server's deadline for edits. */
const editMargin = 30_000

/** Whether the kind and the age of a message still allow its sender to edit the message. */
export function canEditMessage(message: DisplayedMessage): boolean {
  const { createdAt, messageType, trouble, isDeleted, isHidden, extra } = message
  const age = Date.now() - Date.parse(createdAt)
  const isEditableText = messageType === 'text' && !extra?.file && !trouble && !isDeleted && !isHidden
  return isEditableText && age < editMinutes * 60_000 - editMargin
}

/**
 * Whether the group key (epoch) of the message has been replaced, because members have changed since the message was
 * sent. An edit would reach newcomers, who must not read older messages. Plaintext groups have no group keys.
 */
export function hasGroupKeyChangedSinceMessage(
  { signed }: DisplayedMessage,
  encryptedGroup: EncryptedGroup | undefined,
): boolean {
  return encryptedGroup !== undefined && encryptedGroup.get().currentEpoch !== signed?.n
}

/**
 * Rethrows the error of a failed edit. If the group key has changed since the message was sent, the thrown
 * error has a text for the user.
 */
function explainFailedEdit(error: unknown): never {
  if (!(error instanceof RosterError) || error.message !== epochChangedReason) throw error
  throw new ApiError(409, JSON.stringify({ code: 'edit_epoch_over', message: text.editOver }), '')
}

/** Hook that sets the user's reaction to a message or, without an emoji, removes the reaction. */
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
      // An edited message keeps its reply reference and its mentions.
      const { change: _, made: __, ...extra }: MessageMetadata = message.extra ?? {}
      return conversation.changeMessage({ message, op: 'edit', content, extra }).catch(explainFailedEdit)
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
