// Verifies an encrypted message that a reader disclosed to somebody outside the group, such as a moderator.
import {
  type DisclosedMessage,
  type StoredEncryptedMessage,
  verifyMessageDisclosedInAbuseReport,
} from '#shared/e2ee/disclosed-message.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { changeMessageType } from '#web/lib/e2ee/message/message.ts'
import type { KeyVerdict, Trust } from '#web/lib/e2ee/trust/trust.ts'

/**
 * Result of verifying a disclosed message. `verified`: signed by keys that agree with the keys pinned by the viewer.
 * `foreign`: signed by keys that contradict the pinned keys. `unproven`: without a valid signature.
 */
export type DisclosureVerdict =
  | { kind: 'verified' | 'foreign'; words: string; file?: AttachedFile; at: number; verdict: KeyVerdict }
  | { kind: 'unproven' }

/** Whether a sender's keys contradict the pinned (known) keys. Merely older keys are no contradiction. */
const contradictsPin = (verdict: KeyVerdict) => verdict === 'swapped' || verdict === 'newer'

export async function verifyDisclosedMessageWithPinnedKeys(
  disclosed: DisclosedMessage,
  stored: StoredEncryptedMessage,
  trust: Pick<Trust, 'compareCard'>,
): Promise<DisclosureVerdict> {
  const { verify } = await loadEllipticCurveImplementation()
  const content = await verifyMessageDisclosedInAbuseReport(disclosed, stored, verify)
  // Among message changes (edit, deletion, reaction), only an edit contains text that its sender wrote.
  const isText = content && (stored.messageType !== changeMessageType || content.extra.change?.op === 'edit')
  if (!isText) return { kind: 'unproven' }
  const { words, at, extra } = content
  const verdict = trust.compareCard(disclosed.card)
  const { file } = extra
  return { kind: contradictsPin(verdict) ? 'foreign' : 'verified', words, at, verdict, ...(file && { file }) }
}
