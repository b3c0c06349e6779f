// Verifies an encrypted message that a reader disclosed to somebody outside the group, such as a moderator.
import { type Disclosed, readDisclosed, type Stored } from '#shared/e2ee/disclosed.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { loadCurves } from './curves.ts'
import { changeType } from './message.ts'
import type { Trust, Verdict } from './trust.ts'

/**
 * Verdict on a disclosed message. A verified message is signed by a key card that does not contradict the viewer's pin.
 * A foreign message is signed by keys that contradict the pin; an unproven message has no valid signature.
 */
export type Proof =
  | { kind: 'verified' | 'foreign'; words: string; file?: AttachedFile; at: number; verdict: Verdict }
  | { kind: 'unproven' }

/** Returns true for keys that contradict the pin. Older keys are accepted, because they were valid once. */
const contradictsPin = (verdict: Verdict) => verdict === 'swapped' || verdict === 'newer'

export async function judgeDisclosed(
  disclosed: Disclosed,
  stored: Stored,
  trust: Pick<Trust, 'judge'>,
): Promise<Proof> {
  const { verify } = await loadCurves()
  const content = await readDisclosed(disclosed, stored, verify)
  // Among the changes only an edit contains text that its sender wrote.
  const isText = content && (stored.messageType !== changeType || content.extra.change?.op === 'edit')
  if (!isText) return { kind: 'unproven' }
  const { words, at, extra } = content
  const verdict = trust.judge(disclosed.card)
  const { file } = extra
  return { kind: contradictsPin(verdict) ? 'foreign' : 'verified', words, at, verdict, ...(file && { file }) }
}
