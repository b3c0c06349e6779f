// What the browser of somebody outside makes of an encrypted message that a reader disclosed.
import { type Disclosed, readDisclosed, type Stored } from '#shared/e2ee/disclosed.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { loadCurves } from './curves.ts'
import { changeType } from './message.ts'
import type { Trust, Verdict } from './trust.ts'

/**
 * verified: signed by the keys on the card, and those are not against what this person knows. foreign: by other keys
 * than this person knows its sender by. unproven: by nobody's.
 */
export type Proof =
  | { kind: 'verified' | 'foreign'; words: string; file?: AttachedFile; at: number; verdict: Verdict }
  | { kind: 'unproven' }

/** Older keys than are known now were theirs once, as far as anybody can tell; newer ones nobody here has accepted. */
const isAgainst = (verdict: Verdict) => verdict === 'swapped' || verdict === 'newer'

export async function judgeDisclosed(
  one: Disclosed,
  stored: Stored,
  trust: Pick<Trust, 'judge'>,
): Promise<Proof> {
  const { verify } = await loadCurves()
  const said = await readDisclosed(one, stored, verify)
  // Of what is done to messages only new words are something that was said.
  const isSaid = said && (stored.messageType !== changeType || said.extra.change?.op === 'edit')
  if (!isSaid) return { kind: 'unproven' }
  const { words, at, extra } = said
  const verdict = trust.judge(one.card)
  const { file } = extra
  return { kind: isAgainst(verdict) ? 'foreign' : 'verified', words, at, verdict, ...(file && { file }) }
}
