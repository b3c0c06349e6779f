// Checks the roll against the election, the pinned keys of people and the user's own enrolment.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { parseCredentials } from '#shared/ballot/credential.ts'
import { type Election, hashQuestions } from '#shared/ballot/election.ts'
import { hashRoll, type RollLine, type VerifiedLine, verifyRoll } from '#shared/ballot/roll.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { BallotAlarm, requireHonest } from './ballot-alarm.ts'

/** What is known about the key that signed a line. `late`: first seen, and published after the announcement. */
export type LineMark = 'known' | 'first' | 'late' | 'renewed' | 'forged'

export interface CheckedLine extends VerifiedLine {
  mark: LineMark
}

/**
 * Judges the key of a line. Another card of the pinned generation is forged. So is a card of a lower generation: its
 * key may be in other hands since it was replaced. Its owner may confirm the line in person.
 */
function markLine(line: VerifiedLine, verdict: KeyVerdict): LineMark {
  if (verdict === 'same') return 'known'
  if (verdict === 'first') return line.late ? 'late' : 'first'
  return verdict === 'newer' ? 'renewed' : 'forged'
}

export interface OwnEnrolment {
  userId: number
  /** Credential that the user's ballot key yields for this election; undefined when the user did not enrol. */
  credential: string | undefined
}

/** Checks the user's own line: it has to be there exactly when the user enrolled, with the user's credential. */
function checkOwnLine(lines: VerifiedLine[], { userId, credential }: OwnEnrolment) {
  const own = lines.find(line => line.userId === userId)
  if (credential === undefined) requireHonest(own === undefined, 'own-line-forged')
  else {
    requireHonest(own !== undefined, 'own-line-missing')
    requireHonest(own.credential === credential, 'own-line-forged')
  }
}

/** Verifies the roll of an open election. Throws an alarm when it contradicts the election or the user's enrolment. */
export async function checkRoll(
  lines: RollLine[],
  election: Election,
  credentials: string,
  own: OwnEnrolment,
  compareCard: (card: Card) => KeyVerdict,
  verify: VerifySignature,
): Promise<CheckedLine[]> {
  try {
    requireHonest(hashRoll(lines) === election.credentialAuthority, 'roll-forged', 'another roll')
    const expectation = { electionUuid: election.uuid, questions: hashQuestions(election) }
    const verified = await verifyRoll(lines, parseCredentials(credentials), expectation, verify)
    checkOwnLine(verified, own)
    return verified.map(line => ({
      ...line,
      mark: line.userId === own.userId ? 'known' : markLine(line, compareCard(line.card)),
    }))
  } catch (error) {
    if (error instanceof BallotError) throw new BallotAlarm('roll-forged', error.message)
    throw error
  }
}
