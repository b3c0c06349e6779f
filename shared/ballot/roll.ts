// Roll of an election: the list of users who may vote, with the public credential of each voter.
// The election contains only a hash of the roll. Its event log lists the public credentials without the user ids.
import * as z from 'zod/mini'
import { type Enrolment, verifySignedVoterEnrolment } from '#shared/e2ee/election-statements.ts'
import { type Card, card, isPublicKeysSignatureValid } from '#shared/e2ee/signed-public-keys.ts'
import { signed, type VerifySignature } from '#shared/e2ee/signed-text.ts'
import { throwBallotErrorUnless } from './ballot-error.ts'
import { isPublicCredential } from './credential.ts'
import { computeSha256InHex } from './hash.ts'
import { serializeBallotJson } from './structures.ts'

const rollLine = z.strictObject({
  /**
   * Signed public keys of the voter at the time of enrolment. Kept here, because the voter may renew the keys later.
   */
  card,
  /**
   * True when the keys were published after the announcement, so that other users could not have pinned them before.
   */
  late: z.boolean(),
  /** The voter's signed enrolment for the election. */
  enrolment: signed,
})
export type RollLine = z.infer<typeof rollLine>

/** Line of an election's roll (list of voters) whose signatures were verified. */
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

/** Writes the lines of the roll sorted by user id, so that equal lines always give the same hash. */
export function serializeElectoralRoll(lines: RollLine[]): string {
  const sorted = [...lines].sort((a, b) => a.card.userId - b.card.userId)
  throwBallotErrorUnless(
    new Set(sorted.map(line => line.card.userId)).size === sorted.length,
    'person occurs twice in the roll',
  )
  return serializeBallotJson(sorted.map(orderLine))
}

/** Computes the hash of the electoral roll, which the election's field credential_authority contains. */
export function hashElectoralRoll(lines: RollLine[]): string {
  return computeSha256InHex(serializeElectoralRoll(lines))
}

export interface RollExpectation {
  electionUuid: string
  /** Hash of the election's questions, as `hashElectionQuestions` computes it. */
  questions: string
}

/** Verifies the voter's signatures on public keys and enrolment in a line of the election's voter roll. */
export async function verifyVoterSignaturesInElectoralRollLine(
  line: RollLine,
  { electionUuid, questions }: RollExpectation,
  verify: VerifySignature,
): Promise<VerifiedLine | undefined> {
  if (!(await isPublicKeysSignatureValid(verify, line.card))) return undefined
  const enrolment = await verifySignedVoterEnrolment(line.card, line.enrolment, verify)
  if (!enrolment || enrolment.electionUuid !== electionUuid || enrolment.questions !== questions)
    return undefined
  return isPublicCredential(enrolment.credential)
    ? { ...enrolment, card: line.card, late: line.late }
    : undefined
}

/** Requires that the verified lines of the roll and the published credentials match one to one. */
export function requireElectoralRollToMatchCredentials(
  lines: VerifiedLine[],
  published: ReadonlySet<string>,
): void {
  const credentials = new Set(lines.map(({ credential }) => credential))
  throwBallotErrorUnless(credentials.size === lines.length, 'credential occurs twice in the roll')
  throwBallotErrorUnless(
    credentials.size === published.size && [...credentials].every(credential => published.has(credential)),
    'roll and published credentials differ',
  )
}
