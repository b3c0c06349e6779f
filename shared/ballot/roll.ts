// The roll: who may vote with which public credential. Its hash stands in the election, its credentials in the log.
import * as z from 'zod/mini'
import { type Card, card, isCardSignatureValid } from '#shared/e2ee/card.ts'
import { type Enrolment, verifyEnrolment } from '#shared/e2ee/election-statements.ts'
import { signed, type VerifySignature } from '#shared/e2ee/signed-text.ts'
import { requireBallot } from './ballot-error.ts'
import { isCredential } from './credential.ts'
import { hashHex } from './hash.ts'
import { writeStructure } from './structures.ts'

const rollLine = z.strictObject({
  /** Card whose key signed the enrolment. The card of that time is kept, because keys may be renewed later. */
  card,
  /** Whether the card was published after the announcement, so that others cannot have pinned it before. */
  late: z.boolean(),
  /** Signed enrolment. */
  enrolment: signed,
})
export type RollLine = z.infer<typeof rollLine>

/** Line whose signatures were verified. */
export interface VerifiedLine extends Enrolment {
  card: Card
  late: boolean
}

function orderLine({ card: { userId, gen, sign, box, sig }, late, enrolment }: RollLine): RollLine {
  return {
    card: { userId, gen, sign, box, sig },
    late,
    enrolment: { body: enrolment.body, sig: enrolment.sig },
  }
}

/** Writes the roll in canonical form: sorted by user id, so that the same lines give the same hash. */
export function serializeRoll(lines: RollLine[]): string {
  const sorted = [...lines].sort((a, b) => a.card.userId - b.card.userId)
  requireBallot(
    new Set(sorted.map(line => line.card.userId)).size === sorted.length,
    'person occurs twice in the roll',
  )
  return writeStructure(sorted.map(orderLine))
}

/** Hashes the roll for the field credential_authority of the election. */
export function hashRoll(lines: RollLine[]): string {
  return hashHex(serializeRoll(lines))
}

export interface RollExpectation {
  electionUuid: string
  /** Hash of the questions (`hashQuestions`). */
  questions: string
}

/** Verifies one line: the card signs itself, and its key signed the enrolment for this election and its questions. */
export async function verifyRollLine(
  line: RollLine,
  { electionUuid, questions }: RollExpectation,
  verify: VerifySignature,
): Promise<VerifiedLine | undefined> {
  if (!(await isCardSignatureValid(verify, line.card))) return undefined
  const enrolment = await verifyEnrolment(line.card, line.enrolment, verify)
  if (!enrolment || enrolment.electionUuid !== electionUuid || enrolment.questions !== questions)
    return undefined
  return isCredential(enrolment.credential) ? { ...enrolment, card: line.card, late: line.late } : undefined
}

/**
 * Verifies a whole roll against the published credentials: every line is signed, and lines and credentials match
 * one to one. Throws when they do not.
 */
export async function verifyRoll(
  lines: RollLine[],
  published: ReadonlySet<string>,
  expectation: RollExpectation,
  verify: VerifySignature,
): Promise<VerifiedLine[]> {
  const verified: VerifiedLine[] = []
  for (const line of lines) {
    const result = await verifyRollLine(line, expectation, verify)
    requireBallot(result !== undefined, `line of user ${line.card.userId} is not signed`)
    verified.push(result)
  }
  const credentials = new Set(verified.map(({ credential }) => credential))
  requireBallot(credentials.size === verified.length, 'credential occurs twice in the roll')
  requireBallot(
    credentials.size === published.size && [...credentials].every(credential => published.has(credential)),
    'roll and published credentials differ',
  )
  return verified
}
