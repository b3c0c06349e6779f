import * as z from 'zod/mini'
import { motionChoices, motionMajorities, motionOutcomes, motionStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
} from '#shared/fields/text.ts'
import { motionFieldErrors } from '#texts/field-errors.ts'

/** Motion as its organiser writes it. After voting has opened, it can no longer be changed. */
export const motionBody = z
  .strictObject({
    /** Club whose members vote; null for a country or for all members. */
    clubId: z._default(z.nullable(id), null),
    /** Country whose members vote; null for a club or for all members. */
    country: z._default(z.nullable(z.enum(countries)), null),
    title: buildSingleLineTextSchema(150).check(z.minLength(1, { error: () => motionFieldErrors.title })),
    body: buildMultiLineTextSchema(4000).check(z.minLength(1, { error: () => motionFieldErrors.body })),
    proposerId: z.int({ error: () => motionFieldErrors.proposer }).check(z.positive()),
    seconderId: z.int({ error: () => motionFieldErrors.seconder }).check(z.positive()),
    majority: z.enum(motionMajorities),
    /** Quorum of the motion: the number of voters who must vote. Null means no quorum. */
    quorum: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
    closesAt: z.iso.datetime({ error: () => motionFieldErrors.closesAt }),
  })
  .check(
    z.refine(({ proposerId, seconderId }) => proposerId !== seconderId, {
      path: ['seconderId'],
      error: () => motionFieldErrors.samePerson,
    }),
    z.refine(({ clubId, country }) => clubId === null || country === null, { path: ['country'] }),
  )
export type MotionBody = z.output<typeof motionBody>

export const motionParams = z.object({ id: idParam })
export const motionVoteBody = z.strictObject({ choice: z.enum(motionChoices) })
export type MotionVoteBody = z.output<typeof motionVoteBody>
/** Reason for closing voting before the announced time; omitted at or after that time. */
export const closeMotionBody = z.strictObject({
  reason: buildOptionalFieldSchema(buildMultiLineTextSchema(500)),
})
export type CloseMotionBody = z.output<typeof closeMotionBody>
/** Page of votes on a motion, in the order of the voters' ids. */
export const motionVotesQuery = z.strictObject({
  after: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 200), 50),
})
export type MotionVotesQuery = z.output<typeof motionVotesQuery>

export const motionItem = z.object({
  id,
  title: z.string(),
  status: z.enum(motionStatuses),
  /** Name of the club or country whose members vote; null for all members. */
  place: z.nullable(z.string()),
  timeZone: z.string(),
  closesAt: instant,
  openedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  outcome: z.nullable(z.enum(motionOutcomes)),
  isVoter: z.boolean(),
  /** The caller's newest vote on the motion; null before the caller has voted. */
  ownChoice: z.nullable(z.enum(motionChoices)),
  canManage: z.boolean(),
})
export type MotionItem = z.input<typeof motionItem>

export const motionDetail = z.extend(motionItem, {
  clubId: z.nullable(id),
  country: z.nullable(z.enum(countries)),
  body: z.string(),
  proposer: personSummary,
  seconder: personSummary,
  majority: z.enum(motionMajorities),
  quorum: z.nullable(z.int()),
  closeReason: z.nullable(z.string()),
  voterCount: z.nullable(z.int()),
  /** Number of voters who have voted on the motion so far. */
  voted: z.int(),
  /** Vote counts of the motion: for organisers at any time, for voters after closing; null for others. */
  counts: z.nullable(z.object({ for: z.int(), against: z.int(), abstain: z.int() })),
})
export type MotionDetail = z.input<typeof motionDetail>

export const motionVote = z.object({
  userId: id,
  person: personSummary,
  choice: z.nullable(z.enum(motionChoices)),
  votedAt: z.nullable(instant),
})
