import * as z from 'zod/mini'
import {
  activityScopes,
  activityStatuses,
  activityTimes,
  participantStatuses,
  repeatKinds,
  seriesScopes,
} from '#shared/constants.ts'
import { attachment, fileId } from '#shared/contracts/files/files.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, from, idParam, page, pageSize, to } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
  canRunCrossFieldChecks,
} from '#shared/fields/text.ts'
import { timeZone } from '#shared/fields/time-zone.ts'
import { secondVersionChecks, titleLanguage, versionColumns, versionFields } from '#shared/fields/versions.ts'
import { activityFieldErrors } from '#texts/field-errors.ts'
import { answers, questions, storedQuestions } from './questions.schemas.ts'

/** Maximum number of images per activity, and maximum number of documents. */
export const maxActivityFiles = 10

export const activityRow = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  ...versionColumns,
  secondDescription: z.nullable(z.string()),
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
  clubCountry: z.nullable(z.enum(countries)),
  organizerId: z.nullable(id),
  organizerName: z.nullable(z.string()),
  startDate: z.nullable(instant),
  endDate: z.nullable(instant),
  /**
   * Planned local start and end of the activity. They differ from the actual start and end when clocks skip a planned
   * time.
   */
  startWall: z.nullable(z.string()),
  endWall: z.nullable(z.string()),
  /** Time zone of the activity's venue, in which start and end are shown. */
  timeZone: z.string(),
  location: z.nullable(z.string()),
  status: z.enum(activityStatuses),
  /** Id that all activities of a series share; null for a single activity. */
  seriesId: z.nullable(z.string()),
  maxParticipants: z.nullable(z.int()),
  /** Number of confirmed participants of the activity. */
  participantCount: z.int(),
  waitingCount: z.int(),
  /** Participation status of the caller in the activity; null when the caller has not joined. */
  myStatus: z.nullable(z.enum(participantStatuses)),
  /** Position of the caller on the activity's waiting list. Position 1 gets the next free place. */
  waitingPosition: z.nullable(z.int()),
  images: z.array(attachment),
  documents: z.array(attachment),
  /** Questions of the organiser that members answer when they join the activity. */
  questions: storedQuestions,
  /** Whether members who have not joined the activity may check themselves in. */
  allowsWalkIns: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
/** Activity as JSON: timestamps are ISO strings. */
export type ActivityRow = z.input<typeof activityRow>

/** Time and location of an activity, as they were when the caller joined the activity. */
const joinedAs = z.object({
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  location: z.nullable(z.string()),
})
export type ActivityAtJoining = z.infer<typeof joinedAs>

/** Activity with additional details that only the activity's own page shows. */
export const activityDetail = z.extend(activityRow, {
  /** Participants whom the caller may see: people of the caller's club or country, or whom the caller administers. */
  coming: z.array(personSummary),
  comingCount: z.int(),
  /** Number of confirmed participants of the activity who have checked in so far. */
  attendedCount: z.int(),
  organizer: z.nullable(personSummary),
  /** Helpers: members who may manage this activity in addition to its organizer. */
  helpers: z.array(personSummary),
  /** Whether the caller is a helper of the activity. */
  isHelper: z.boolean(),
  /** Id of the chat group of the activity's club; null unless the caller is a member of that group. */
  groupId: z.nullable(id),
  /** Whether the signed-in user is hidden in the activity's list of participants. */
  isHidden: z.boolean(),
  /** Time and location of the activity when the caller joined; null when the caller has not joined. */
  joinedAs: z.nullable(joinedAs),
  myAnswers: answers,
  /** URL of the activity's public page; null when the activity is not public. */
  publicUrl: z.nullable(z.string()),
})
export type ActivityDetail = z.input<typeof activityDetail>

/** Maximum number of helpers per activity. */
export const maxHelpers = 10
export const helpersBody = z.strictObject({
  userIds: z
    .array(id)
    .check(
      z.maxLength(maxHelpers, { error: () => activityFieldErrors.tooManyHelpers({ maximum: maxHelpers }) }),
    ),
})

export const visibilityBody = z.strictObject({ isHidden: z.boolean() })

/**
 * Filters of the activity list. Without `page` the response contains all rows; `from` and `to` limit the start date.
 */
export const activityQuery = z.strictObject({
  page: z.optional(buildQueryNumberSchema(1, 1_000_000)),
  pageSize,
  search: z.optional(buildSingleLineTextSchema(200)),
  status: z.optional(z.enum(activityStatuses)),
  clubId: z.optional(idParam),
  country: z.optional(z.enum(countries)),
  /** Scope of the activity list. When omitted, the list contains all activities. */
  scope: z.optional(z.enum(activityScopes)),
  time: z.optional(z.enum(activityTimes)),
  from,
  to,
})
export type ActivityQuery = z.output<typeof activityQuery>

/** Filters for the number of activities per status: a club, or a scope such as the caller's country. */
export const activitySummaryQuery = z.strictObject({
  clubId: z.optional(idParam),
  scope: z.optional(z.enum(activityScopes)),
})
/** Number of upcoming activities per scope. A caller without a club or country gets null for that scope. */
export const scopeCounts = z.object({ club: z.nullable(z.int()), country: z.nullable(z.int()), all: z.int() })
export const activitySummary = z.record(z.enum(activityStatuses), z.int())
export type ActivitySummary = z.infer<typeof activitySummary>

export const activityParams = z.object({ id: idParam })

const badMoment = { error: () => activityFieldErrors.dateTime }
/** Timestamp with UTC offset. An empty text or null removes the date of the activity. */
const moment = z.pipe(
  z.optional(z.union([z.iso.datetime({ offset: true, ...badMoment }), z.literal(''), z.null()], badMoment)),
  z.transform(value => (value === undefined ? undefined : value ? new Date(value) : null)),
)
/**
 * Planned local time without a time zone. The server checks that this time matches the start or end date of the
 * request.
 */
const wall = z.pipe(
  z.optional(
    z.union(
      [z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?$/)), z.literal(''), z.null()],
      badMoment,
    ),
  ),
  z.transform(value => (value === undefined ? undefined : value || null)),
)
const attachedFiles = z.optional(
  z.array(fileId).check(
    z.maxLength(maxActivityFiles, {
      error: () => activityFieldErrors.tooManyFiles({ maximum: maxActivityFiles }),
    }),
    z.refine(ids => new Set(ids).size === ids.length, { error: () => activityFieldErrors.sameFileTwice }),
  ),
)
const places = { error: () => activityFieldErrors.capacity }

export const maxActivityTitleLength = 200
export const maxActivityDescriptionLength = 5000

const fields = {
  title: buildSingleLineTextSchema(maxActivityTitleLength).check(
    z.minLength(1, { error: () => activityFieldErrors.title }),
  ),
  description: buildOptionalFieldSchema(buildMultiLineTextSchema(maxActivityDescriptionLength)),
  ...versionFields,
  secondTitle: buildOptionalFieldSchema(buildSingleLineTextSchema(maxActivityTitleLength)),
  secondDescription: buildOptionalFieldSchema(buildMultiLineTextSchema(maxActivityDescriptionLength)),
  startDate: moment,
  endDate: moment,
  /**
   * Planned local start and end of the activity.
   * If both are omitted, the server derives them from `startDate` and `endDate`.
   */
  startWall: wall,
  endWall: wall,
  /** Time zone of the venue. A new activity without a time zone gets the time zone of its club. */
  timeZone: z.optional(timeZone),
  location: buildOptionalFieldSchema(buildSingleLineTextSchema(300)),
  maxParticipants: z.optional(
    z.nullable(z.int(places).check(z.minimum(1, places), z.maximum(100_000, places))),
  ),
  clubId: z.optional(z.nullable(id)),
  images: attachedFiles,
  documents: attachedFiles,
  questions: z.optional(questions),
  /** Whether members may check in without joining. The setting can change even while the activity is in progress. */
  allowsWalkIns: z.optional(z.boolean()),
}

type Dates = { startDate?: Date | null; endDate?: Date | null }
/** True unless the activity ends before its start. Missing and invalid dates give true; other checks report them. */
const areDatesInOrder = ({ startDate, endDate }: Dates) =>
  !(startDate instanceof Date && endDate instanceof Date) || endDate >= startDate
const order = {
  path: ['endDate'],
  error: () => activityFieldErrors.endsBeforeStart,
  when: canRunCrossFieldChecks,
}

/** Changes to an activity. Omitted fields of the activity keep their values. */
export const activityBody = z
  .strictObject({ ...fields, scope: z.optional(z.enum(seriesScopes)) })
  .check(z.refine(areDatesInOrder, order), ...secondVersionChecks)
export type ActivityBody = z.output<typeof activityBody>

/** Maximum number of activities in a series of repeated activities. */
export const maxRepetitions = 52
const repeatTimes = { error: () => activityFieldErrors.repetitions({ maximum: maxRepetitions }) }
const repeat = z.strictObject({
  every: z.enum(repeatKinds),
  /** Number of activities in the series, including the first one. */
  times: z.int(repeatTimes).check(z.minimum(2, repeatTimes), z.maximum(maxRepetitions, repeatTimes)),
})
export type Repeat = z.infer<typeof repeat>

/** New activity or series of activities. The status of a new activity is always `planned`. */
export const newActivityBody = z
  .strictObject({ ...fields, status: z.optional(z.literal('planned')), repeat: z.optional(repeat) })
  .check(
    z.refine(areDatesInOrder, order),
    ...secondVersionChecks,
    z.refine(({ repeat: repetition, startDate }) => !repetition || Boolean(startDate), {
      path: ['startDate'],
      error: () => activityFieldErrors.repeatedNeedsStart,
      when: canRunCrossFieldChecks,
    }),
  )
export type NewActivityBody = z.output<typeof newActivityBody>

export const statusBody = z.strictObject({
  status: z.enum(activityStatuses),
  scope: z.optional(z.enum(seriesScopes)),
})

export const publicBody = z.strictObject({ isPublic: z.boolean() })

export const joinResponse = z.object({
  status: z.enum(participantStatuses),
  waitingPosition: activityRow.shape.waitingPosition,
})
export type JoinResponse = z.infer<typeof joinResponse>

export const participantQuery = z.strictObject({ page, pageSize })
export const participantRow = z.object({
  /** User id of a participant in the activity. */
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  status: z.enum(participantStatuses),
  answers,
  createdAt: instant,
})
export type ParticipantRow = z.input<typeof participantRow>

export const attendanceBody = z.strictObject({
  userIds: z.array(id).check(z.minLength(1), z.maxLength(200)),
  attended: z.boolean(),
})
export type AttendanceBody = z.output<typeof attendanceBody>

export const recentActivity = z.object({
  id,
  /** Title of the activity in the reader's language if the author wrote one, otherwise in the author's language. */
  title: z.string(),
  language: titleLanguage,
  startDate: z.nullable(instant),
  timeZone: z.string(),
  status: z.enum(activityStatuses),
})
