// Enrolling, voting and recounting in one election. Texts of the ballot protocol are passed on byte for byte.
import * as z from 'zod/mini'
import { rollLine } from '#shared/ballot/roll.ts'
import { signed } from '#shared/e2ee/signed-text.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam, queryNumberSchema } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const height = z.int().check(z.nonnegative())
const logHead = z.object({ height, hash })

export const votingParams = z.object({ id: idParam })
export const ballotParams = z.object({ id: idParam, hash })
export const enrolmentBody = z.strictObject({ enrolment: signed })
export type EnrolmentBody = z.output<typeof enrolmentBody>

/** Largest ballot: ten questions with thirty answers. */
export const maxBallotBytes = 512 * 1024
export const ballotBody = z.strictObject({
  ballot: z.string().check(z.minLength(2), z.maxLength(maxBallotBytes - 4096)),
})
export type BallotBody = z.output<typeof ballotBody>

/** Position of an accepted ballot in the log. */
export const castBallot = z.object({
  /** SHA-256 of the ballot; in Base64 it is the tracker. */
  ballotHash: hash,
  height,
  /** SHA-256 of the event, which is the newest hash of the log when the ballot was accepted. */
  eventHash: hash,
  createdAt: instant,
})

const protocolQuestion = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  min: z.int(),
  max: z.int(),
  blank: z.optional(z.literal(true)),
})

/** What the caller's browser needs to enrol and to vote. Everything is verified there. */
export const votingState = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  questions: z.array(protocolQuestion),
  /** Whether the caller may enrol now. */
  canEnrol: z.boolean(),
  /** Whether a ballot of the caller is accepted now. */
  canVote: z.boolean(),
  /** The caller's own line of the roll; null before enrolment. */
  own: z.nullable(rollLine),
  /** Text of election.json; null before opening. */
  election: z.nullable(z.string()),
  head: z.nullable(logHead),
  /** The caller's accepted ballots, oldest first. */
  ballots: z.array(castBallot),
})
export type VotingState = z.input<typeof votingState>

/** Roll with the names of its people, for the people on it. */
export const rollResponse = z.object({
  /** Canonical text of the roll (`serializeRoll`). */
  roll: z.string(),
  people: z.array(z.object({ userId: id, name: z.string(), hasVoted: z.boolean() })),
})
export type RollResponse = z.input<typeof rollResponse>

/** Events from `from` on, oldest first. */
export const logQuery = z.strictObject({
  from: z._default(queryNumberSchema(0, 1_000_000_000), 0),
  limit: z._default(queryNumberSchema(1, 1000), 1000),
})
export const logResponse = z.object({
  head: z.nullable(logHead),
  events: z.array(z.object({ height, hash, event: z.string() })),
})
