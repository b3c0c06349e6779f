// Conversation core, part 3: references from a chat message to another one, such as the quoted message.
// A reply names id, sender and hash of the quoted message. By position alone, a server could swap messages.
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'

/** Fields of a displayed message by which replies refer to the message. */
interface ReferencedMessage {
  seq: number
  senderId: number
  clientId: string | null
  /** Number of edits that the displayed version of the message contains. */
  revisionCount?: number
  signed?: { hash?: string }
}

type ReplyReference = NonNullable<MessageMetadata['reply']>

/** Builds the reference from a reply to a message. Fields that the message lacks (id, hash) are omitted. */
export function buildReplyReference({
  seq,
  clientId,
  senderId,
  revisionCount = 0,
  signed,
}: ReferencedMessage): ReplyReference {
  return {
    seq,
    ...(clientId !== null && { id: clientId, by: senderId, rev: revisionCount }),
    ...(signed?.hash && { hash: signed.hash }),
  }
}

/** Whether a reply refers to the message. A reference without message id is matched by its position `seq`. */
function isReferenced({ seq, id, by, hash }: ReplyReference, message: ReferencedMessage): boolean {
  if (id === undefined) return message.seq === seq
  const isSameMessage = message.clientId === id && message.senderId === by
  const known = message.signed?.hash
  return isSameMessage && (hash === undefined || known === undefined || known === hash)
}

/**
 * Finds the quoted message. The message at the stated position is used only if it is the referenced one. Returns
 * undefined while it is not loaded, and null if the server has put another message in its place.
 */
export function findQuotedMessage<T extends ReferencedMessage>(
  reference: ReplyReference,
  loaded: readonly T[],
  atPosition: T | null | undefined,
): T | null | undefined {
  const found = loaded.find(message => isReferenced(reference, message))
  if (found) return found
  if (!atPosition) return atPosition
  return isReferenced(reference, atPosition) ? atPosition : null
}

/** Returns whether the message that a reply quotes was changed after the reply was written. */
export function isQuotedMessageChangedSinceReply(
  { rev }: ReplyReference,
  { revisionCount = 0 }: ReferencedMessage,
): boolean {
  return rev !== undefined && revisionCount > rev
}
