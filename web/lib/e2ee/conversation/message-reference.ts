// Conversation core, part 3: references from a message to another message.
// A reply identifies its message by client id, sender and hash. By position alone, the server could exchange it.
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

/** Reference from a reply to a message. Plaintext messages never have a hash, and some have no client id. */
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

/** Whether a reply was written for the message. A reply without a client id identifies its message by position. */
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
export function findReferencedMessage<T extends ReferencedMessage>(
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
