// Disclosure: an encrypted message that one of its readers shows to moderators in an abuse report.
// A disclosure contains the signed text of the message, its signature and the sender's signed public keys.
// A disclosure contains no decryption key, so moderators cannot read any other message.
import * as z from 'zod/mini'
import { type MessageMetadata, parseMessageMetadata } from './message-metadata.ts'
import { buildMessageBinding, type MessageFrame } from './message-payload.ts'
import { card, isPublicKeysSignatureValid } from './signed-public-keys.ts'
import { digest, isTextSignedBy, signed, type VerifySignature } from './signed-text.ts'

export const disclosed = z.strictObject({ ...signed.shape, card })
export type DisclosedMessage = z.infer<typeof disclosed>

const signedTuple1 = z.tuple([z.string(), z.string(), z.int(), z.int(), digest, z.string()])
const signedTuple2 = z.tuple([...signedTuple1.def.items, z.array(z.int()), z.int()])
const signedTuple3 = z.tuple([...signedTuple2.def.items, z.string()])
/** Names of the fields in the signed text of an encrypted message, in order, for each version of the format. */
const versions = { 1: signedTuple1, 2: signedTuple2, 3: signedTuple3, 4: signedTuple3 }

/** Fields of an encrypted message that everybody can read without decrypting the message. */
export interface StoredEncryptedMessage extends MessageFrame {
  clientId: string | null
}

/**
 * Verifies a disclosed message against the stored message and returns its text and details. Returns undefined when the
 * disclosure is malformed, forged, or about another message, group, key epoch, device or sender. The caller must check
 * that the signed public keys belong to the sender.
 */
export async function verifyMessageDisclosedInAbuseReport(
  { body, sig, card }: DisclosedMessage,
  stored: StoredEncryptedMessage,
  verify: VerifySignature,
): Promise<{ words: string; at: number; head: string; extra: MessageMetadata } | undefined> {
  const content = parseSignedText(body, stored)
  if (!content || card.userId !== stored.senderId) return undefined
  if (!(await isPublicKeysSignatureValid(verify, card))) return undefined
  return (await isTextSignedBy(verify, card.sign, 'message', { body, sig })) ? content : undefined
}

function parseSignedText(text: string, stored: StoredEncryptedMessage) {
  try {
    const items: unknown[] = versions[stored.mark.v].parse(JSON.parse(text))
    const [bound, id, at, , head, words] = items as z.infer<typeof signedTuple1>
    const extra = parseMessageMetadata(items[8])
    return bound === buildMessageBinding(stored) && id === stored.clientId
      ? { words, at, head, extra }
      : undefined
  } catch {
    return undefined
  }
}
