// Types of chat messages in the user interface: displayed, outgoing, and changes to stored messages.
import type { ChangeBody, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { SignedMessageInfo } from '#web/lib/e2ee/group/decrypt-message.ts'

/** Chat message as displayed. In an encrypted group it is decrypted; if decryption failed, `trouble` says why. */
export interface DisplayedMessage extends Message {
  /**
   * Why a message is unreadable. before: sent before the user was admitted. locked: no key. forged: verification
   * failed.
   */
  trouble?: 'before' | 'locked' | 'forged'
  /** Whether the chat message is plaintext that was sent before the group was encrypted. */
  isPlain?: true
  /** How often the shown text of a message has been edited; absent if it was never edited. */
  revisionCount?: number
  /** Data that the sender signed together with the message text, such as time and message counter. */
  signed?: SignedMessageInfo
  /** Reply reference, file and mentions of a message. In an encrypted group the sender has signed them. */
  extra?: MessageMetadata
}

/**
 * The user's own message until the server has stored it. Devices store its properties, so their names must
 * stay.
 */
export interface UnsentMessage {
  clientId: string
  content: string
  createdAt: string
  /** Reply reference, file and mentions of an unsent message. */
  extra?: MessageMetadata
  /** Text of the error that stopped sending the message; undefined while the message is being sent. */
  error?: string
  /** Text that says what the unsent message is waiting for; undefined if the message can be sent at once. */
  waits?: string
}

/** Change to a stored message. `content` is the new text of an edited message or the emoji of a reaction. */
export interface MessageChange {
  message: DisplayedMessage
  op: ChangeBody['op']
  content?: string
  extra?: MessageMetadata
  /** Id of the encrypted edit, deletion or reaction; set only in encrypted groups. */
  clientId?: string
  metadata?: Record<string, unknown>
}
