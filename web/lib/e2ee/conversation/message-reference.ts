// Conversation core, part 3: references from one message to another.
// A reply names its message by client id, sender and hash. A position alone would let the server exchange the message.
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'

/** Part of a displayed message by which others refer to it. */
interface ReferencedMessage {
  seq: number
  senderId: number
  clientId: string | null
  /** Number of changes of the text that the shown version has. */
  revisionCount?: number
  signed?: { hash?: string }
}

type ReplyReference = NonNullable<MessageMetadata['reply']>

/** Reference from a reply to a message. Plaintext messages may have no client id and never have a hash. */
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

/** Tells whether a message is the one that the reply was written for. References without an id name a position. */
function isReferenced({ seq, id, by, hash }: ReplyReference, message: ReferencedMessage): boolean {
  if (id === undefined) return message.seq === seq
  const isSameMessage = message.clientId === id && message.senderId === by
  const known = message.signed?.hash
  return isSameMessage && (hash === undefined || known === undefined || known === hash)
}

/**
 * Finds the quoted message. The message at the stated position is used only if it is the right one.
 * Returns undefined while it is unknown, and null if the server shows another message in its place.
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

/** Tells whether the quoted message was changed after the reply was written. */
export function isChangedSince({ rev }: ReplyReference, { revisionCount = 0 }: ReferencedMessage): boolean {
  return rev !== undefined && revisionCount > rev
}
