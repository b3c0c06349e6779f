// Types of messages in the user interface: displayed, outgoing, and changes to stored messages.
import type { ChangeBody, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { SignedMessageInfo } from '#web/lib/e2ee/group/decrypt-message.ts'

/** Message as displayed. In an encrypted group it is decrypted, or `trouble` tells why it is unreadable. */
export interface DisplayedMessage extends Message {
  /** Why a message is unreadable. before: older than the user's admission. locked: no key. forged: not verified. */
  trouble?: 'before' | 'locked' | 'forged'
  /** Whether the message is plaintext from the time before the group was encrypted. */
  isPlain?: true
  /** Number of changes that the shown version of the text has; absent for an unchanged message. */
  revisionCount?: number
  /** Data that the sender signed together with the text, such as time and message counter. */
  signed?: SignedMessageInfo
  /** Reply reference, file and mentions of the message; in an encrypted group, as signed by the sender. */
  extra?: MessageMetadata
}

/** The user's own message until the server has stored it. Its property names are persisted in the outbox. */
export interface UnsentMessage {
  clientId: string
  content: string
  createdAt: string
  /** Reply reference, file and mentions of the message. */
  extra?: MessageMetadata
  /** Text of the error that stopped sending; undefined while the message is being sent. */
  error?: string
  /** Text that says what the unsent message waits for. Until then it is stored on this device. */
  waits?: string
}

/** Change to a stored message. `content` is the new text of an edit or the emoji of a reaction. */
export interface MessageChange {
  message: DisplayedMessage
  op: ChangeBody['op']
  content?: string
  extra?: MessageMetadata
  /** Id of the encrypted edit, deletion or reaction; set only in encrypted groups. */
  clientId?: string
  metadata?: Record<string, unknown>
}
