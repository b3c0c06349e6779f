import * as z from 'zod/mini'
import { activityStatuses, participantStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { idParam } from './query.ts'
import { answersGiven, askedQuestions } from './questions.ts'

export const checkInParams = z.object({ id: idParam })

/** Names and clubs only, as in the list of those who come. */
const guest = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  status: z.enum(participantStatuses),
  attendedAt: z.nullable(instant),
})
/** As it travels: moments are text. */
export type Guest = z.input<typeof guest>

/** All that a device at the door needs, also when the network is gone. */
export const checkInList = z.object({
  title: z.string(),
  status: z.enum(activityStatuses),
  /** From when people can be let in; null: it has no date, so once it runs. */
  opensAt: z.nullable(instant),
  maxParticipants: z.nullable(z.int()),
  /** Whether the code at the venue also admits members who have not joined. */
  allowsWalkIns: z.boolean(),
  guests: z.array(guest),
})
export type CheckInList = z.input<typeof checkInList>

/** Whoever comes early stands at the door before it begins. */
export const doorOpensHours = 3

/** One word of one device on one person: that they are here, or that it was a mistake. */
const mark = z
  .strictObject({
    /** Made by the device, so that sending it again changes nothing. */
    id: z.uuid(),
    /** By the device's clock. */
    at: z.iso.datetime(),
    isPresent: z.boolean(),
    /** Ticked by name, or known by their card. */
    userId: z.optional(id),
    token: z.optional(z.string().check(z.maxLength(2800))),
    /** Also if they are not on the list, as far as there is room; only with their card in hand. */
    isAdding: z.optional(z.boolean()),
  })
  .check(z.refine(({ userId, token }) => (userId === undefined) !== (token === undefined)))
export type Mark = z.output<typeof mark>

export const marksAtOnce = 20
export const marksBody = z.strictObject({
  /** What the device's clock shows as it sends: how long ago each was is then known, however wrong the clock. */
  sentAt: z.iso.datetime(),
  marks: z.array(mark).check(z.minLength(1), z.maxLength(marksAtOnce)),
})

/**
 * `in`, `added`, `out`: done. `already`: they were here. `overruled`: somebody said otherwise later. `not_listed`,
 * `waiting`, `full`: they have no place. The rest is what is wrong with the card.
 */
export const outcomes = [
  'in',
  'added',
  'out',
  'already',
  'overruled',
  'not_listed',
  'waiting',
  'full',
  'expired',
  'withdrawn',
  'foreign',
] as const
export type Outcome = (typeof outcomes)[number]

export const marked = z.array(
  z.object({
    id: z.uuid(),
    outcome: z.enum(outcomes),
    guest: z.nullable(guest),
    /** Who had the last word, where that matters. */
    by: z.nullable(z.string()),
  }),
)
export type Marked = z.input<typeof marked>[number]

/** What the organiser's screen shows for members to scan; another one every half minute. */
/** `milliseconds`: until then, for a screen whose clock is wrong. */
export const doorCode = z.object({ address: z.string(), changesAt: instant, milliseconds: z.number() })
export const doorCodeSeconds = 30

export const selfBody = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(60)),
  /** A walk-in's answers to the activity's questions. */
  answers: z.optional(answersGiven),
})
export type SelfBody = z.output<typeof selfBody>
/**
 * `questions`: nothing has changed yet. A walk-in repeats the call with answers and with the `code` of this response,
 * which is valid for that member alone and for `walkInMinutes`, because the code at the venue changes while they type.
 */
export const selfAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['in', 'added', 'already']), title: z.string(), attendedAt: instant }),
  z.object({
    outcome: z.literal('questions'),
    title: z.string(),
    questions: askedQuestions,
    code: z.string(),
  }),
])
export type SelfAnswer = z.input<typeof selfAnswer>
export const walkInMinutes = 15

/** Everybody who has a place; with `isPresent` false only those whom this very call made present. */
export const markAllBody = z.strictObject({ id: z.uuid(), isPresent: z.boolean() })
