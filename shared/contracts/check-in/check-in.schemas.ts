import * as z from 'zod/mini'
import { activityStatuses, participantStatuses } from '#shared/constants.ts'
import { storedQuestions, submittedAnswers } from '#shared/contracts/activities/questions.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

export const checkInParams = z.object({ id: idParam })

/** Participant on the check-in list: name, club and attendance only. */
const guest = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  status: z.enum(participantStatuses),
  attendedAt: z.nullable(instant),
})
/** Check-in list entry as JSON: timestamps are ISO strings. */
export type Guest = z.input<typeof guest>

/** Data that a check-in device needs, even while the device is offline. */
export const checkInList = z.object({
  title: z.string(),
  status: z.enum(activityStatuses),
  /** Time from which check-in is open. Null for an activity without date, which opens when its status is `ongoing`. */
  opensAt: z.nullable(instant),
  maxParticipants: z.nullable(z.int()),
  /** Whether members who have not joined the activity may check in with the QR code at the venue. */
  allowsWalkIns: z.boolean(),
  guests: z.array(guest),
})
export type CheckInList = z.input<typeof checkInList>

/** Hours before the start of an activity from which check-in is open. */
export const checkInLeadHours = 3

/** Attendance mark: a check-in device records a person as present, or as not present to undo a mistake. */
const mark = z
  .strictObject({
    /** Id of the attendance mark, made by the device. The server ignores a repeated mark with the same id. */
    id: z.uuid(),
    /** Time of the attendance mark by the clock of the device. */
    at: z.iso.datetime(),
    isPresent: z.boolean(),
    /** User marked by name instead of by a scanned membership card; undefined if `token` is set. */
    userId: z.optional(id),
    /** Token of the membership card that the check-in device scanned. */
    token: z.optional(z.string().check(z.maxLength(2800))),
    /**
     * Whether to add a person who has not joined the activity, if there is room. Only valid with the token of a
     * membership card.
     */
    isAdding: z.optional(z.boolean()),
  })
  .check(z.refine(({ userId, token }) => (userId === undefined) !== (token === undefined)))
export type AttendanceMark = z.output<typeof mark>

/** Maximum number of attendance marks per request. */
export const maxMarksPerRequest = 20
export const marksBody = z.strictObject({
  /**
   * Time by the device's clock at which the marks are sent. From it the server computes how old each mark is, so a
   * wrong clock is harmless.
   */
  sentAt: z.iso.datetime(),
  marks: z.array(mark).check(z.minLength(1), z.maxLength(maxMarksPerRequest)),
})

/**
 * Results of an attendance mark.
 * `in`, `added`, `out`: the mark was applied. `already`: the person was present before.
 * `overruled`: another device made a later mark. `not_listed`, `waiting`, `full`: the person has no place.
 * `expired`, `withdrawn`, `foreign`: the card is not valid.
 */
export const markOutcomes = [
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
export type MarkOutcome = (typeof markOutcomes)[number]

export const marksResponse = z.array(
  z.object({
    id: z.uuid(),
    outcome: z.enum(markOutcomes),
    guest: z.nullable(guest),
    /** Name of the user who made the earlier attendance mark; only for marks with result `already` or `overruled`. */
    by: z.nullable(z.string()),
  }),
)
export type MarkResult = z.input<typeof marksResponse>[number]

/**
 * Rotating check-in code that the organizer's screen shows as a QR code.
 * `milliseconds` is the time until the next code, for screens with a wrong clock.
 */
export const venueCode = z.object({ address: z.string(), changesAt: instant, milliseconds: z.number() })
/** Number of seconds after which the check-in code at the venue changes. */
export const venueCodeSeconds = 30

export const selfCheckInBody = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Answers of a walk-in (a member who has not joined) to the activity's questions. */
  answers: z.optional(submittedAnswers),
})
export type SelfCheckInBody = z.output<typeof selfCheckInBody>
/**
 * Result of a self check-in. With `questions`, nothing has changed yet.
 * A walk-in (a member who has not joined) then repeats the call with answers and with the `code` of this response.
 * The personal `code` is valid for this member and some minutes, because the code at the venue changes meanwhile.
 */
export const selfCheckInResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['in', 'added', 'already']), title: z.string(), attendedAt: instant }),
  z.object({
    outcome: z.literal('questions'),
    title: z.string(),
    questions: storedQuestions,
    code: z.string(),
  }),
])
export type SelfCheckInResponse = z.input<typeof selfCheckInResponse>
/** Minutes for which the personal code of a walk-in is valid. */
export const walkInMinutes = 15

/** Request to mark all confirmed participants as present, or to undo the earlier request with the same id. */
export const markAllBody = z.strictObject({ id: z.uuid(), isPresent: z.boolean() })
