// Decrypts messages and changes of an encrypted group, and checks epoch (group key), signature and order.
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { EncryptionMark } from '#shared/e2ee/encrypted-message.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { changeMessageType, decryptMessage, parseEncryptionMetadata } from '#web/lib/e2ee/message/message.ts'
import type { MessageOrder } from '#web/lib/e2ee/message/message-order.ts'
import type { StoredGroup } from './group-ports.ts'

/** Decrypted message, or the reason why it is unreadable: sent before the user joined, key not available, or forged. */
export type DecryptedMessage =
  | { body: string; isPlain: true }
  | { body: string; isPlain?: undefined; signed: SignedMessageInfo; extra: MessageMetadata }
  | { trouble: 'before' | 'locked' | 'forged' }

/** Metadata of a message that its sender signed together with the text. */
export interface SignedMessageInfo {
  /** Time of sending by the sender's clock, in milliseconds. */
  at: number
  dev: string
  /** Number of the epoch (group key) with which the message was encrypted. */
  n: number
  /** Number of the newest signed member list entry when the message's epoch (group key) was created. */
  headSeq: number
  /** Message number that the sending device assigned; absent in messages of version 1. */
  count?: { c: number; void: number[]; vault: number }
  /** Hash of the signed message; unknown if an edit or deletion by an earlier release has overwritten the message. */
  hash?: string
}

export async function decryptStoredMessage(
  { roster, epochs }: StoredGroup,
  order: MessageOrder,
  mark: EncryptionMark,
  message: Message,
): Promise<DecryptedMessage> {
  const epoch = epochs.find(({ n }) => n === mark.n)
  if (!roster || !epoch) return { trouble: 'locked' }
  if (epoch.eid !== mark.eid || message.seq <= roster.plainUntil) return { trouble: 'forged' }
  if (!epoch.key) {
    // The check of the message order includes messages that cannot be decrypted.
    // The server must not be able to put an undecryptable message in the place of a withheld message.
    const position = { id: `${message.senderId} ${message.clientId}`, seq: message.seq, n: mark.n }
    return { trouble: !order.accepts(position) ? 'forged' : epoch.isMine ? 'locked' : 'before' }
  }
  try {
    const decrypted = await decryptMessage(roster, { ...epoch, key: epoch.key }, mark, message)
    const position = { id: `${message.senderId} ${decrypted.id}`, seq: message.seq, n: mark.n }
    if (!order.accepts(position)) return { trouble: 'forged' }
    const { ts: at, count, extra, hash } = decrypted
    // Edits, deletions and reactions are not decrypted as messages, so that none is shown as a message of its own.
    if (message.messageType === changeMessageType || extra.change) return { trouble: 'forged' }
    const signed = { at, dev: mark.dev, n: mark.n, headSeq: epoch.headSeq, hash, ...(count && { count }) }
    return { body: decrypted.body, signed, extra }
  } catch {
    return { trouble: 'forged' }
  }
}

type DecryptionFailure = Extract<DecryptedMessage, { trouble: string }>

export interface DecryptedChange {
  op: 'edit' | 'delete' | 'react' | 'unreact' | 'pin'
  body: string
  extra: MessageMetadata
  /** Time of the edit, deletion or reaction by the clock of the user who made it, in milliseconds. */
  at: number
  /** Signed metadata of the original message that the edit or deletion replaces. */
  signed?: SignedMessageInfo
  /**
   * Consecutive number of this change among the edits and deletions of the message, or among the user's
   * reactions to the message; 0 before format version 4 of messages.
   */
  k: number
}

/**
 * Decrypts an edit, deletion or reaction by `sealed.senderId`. A change that was made for another message is rejected.
 */
export async function decryptMessageChange(
  { roster, epochs }: StoredGroup,
  order: MessageOrder,
  mark: EncryptionMark,
  { sealed, message, hash }: { sealed: Message; message: Message; hash?: string | undefined },
): Promise<DecryptedChange | DecryptionFailure> {
  const epoch = epochs.find(({ eid }) => eid === mark.eid)
  if (!roster || !epoch) return { trouble: 'locked' }
  if (!epoch.key) return { trouble: epoch.isMine ? 'locked' : 'before' }
  try {
    const { body, extra, ts: at } = await decryptMessage(roster, { ...epoch, key: epoch.key }, mark, sealed)
    const { change } = extra
    // A message sent before the group was encrypted may lack the client id, which the sending device assigns.
    if (change?.of !== (message.clientId ?? '') || change.by !== message.senderId)
      return { trouble: 'forged' }
    const original = hash ?? parseEncryptionMetadata(message)?.h
    if (change.hash !== undefined && original !== undefined && change.hash !== original)
      return { trouble: 'forged' }
    const { op, was, k = 0 } = change
    if (op === 'react' || op === 'unreact' || op === 'pin') return { op, body, extra, at, k }
    // Since message version 4, an edit is encrypted with the group key (epoch) of the original message.
    // With a later group key, new members could read the edited text of a message older than their membership.
    if (mark.v >= 4 && (k === 0 || (op === 'edit' && was?.n !== mark.n))) return { trouble: 'forged' }
    if (!was) return { op, body, extra, at, k }
    // In the check of the message order, an edit or deletion takes the position of the original message.
    const position = { id: `${message.senderId} ${message.clientId}`, seq: message.seq, n: was.n }
    return order.accepts(position) ? { op, body, extra, at, k, signed: was } : { trouble: 'forged' }
  } catch {
    return { trouble: 'forged' }
  }
}

/** Accepts an unencrypted message only if it was sent before the group was encrypted. */
export function acceptPlaintextSentBeforeEncryption(
  { roster }: StoredGroup,
  order: MessageOrder,
  { content, seq }: Message,
): DecryptedMessage {
  const isBefore = seq <= (roster?.plainUntil ?? 0) && !order.hasSealedBefore(seq)
  return isBefore ? { body: content, isPlain: true } : { trouble: 'forged' }
}
