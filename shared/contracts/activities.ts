import * as z from 'zod/mini'
import {
  activityScopes,
  activityStatuses,
  activityTimes,
  countries,
  participantStatuses,
  repeatKinds,
  seriesScopes,
} from '#shared/constants.ts'
import { fieldTexts } from '#shared/errors.ts'
import { id } from '#shared/fields.ts'
import { face, instant } from './answers.ts'
import { attachment, fileId } from './files.ts'
import { from, idParam, page, pageSize, queryNumber, to } from './query.ts'
import { answers, askedQuestions, questions } from './questions.ts'
import { isRecord, line, optional, paragraphs } from './text.ts'
import { timeZone } from './zone.ts'

export const mostFiles = 10

export const activityRow = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
  clubCountry: z.nullable(z.enum(countries)),
  organizerId: z.nullable(id),
  organizerName: z.nullable(z.string()),
  startDate: z.nullable(instant),
  endDate: z.nullable(instant),
  /** The local times that were planned. They differ from the dates above where clocks skip a planned time. */
  startWall: z.nullable(z.string()),
  endWall: z.nullable(z.string()),
  /** Of the place; people come by the hour on the wall there. */
  timeZone: z.string(),
  location: z.nullable(z.string()),
  status: z.enum(activityStatuses),
  /** The same for all of a series; null: it does not repeat. */
  seriesId: z.nullable(z.string()),
  maxParticipants: z.nullable(z.int()),
  /** Those with a place. */
  participantCount: z.int(),
  waitingCount: z.int(),
  /** Of whoever asks; null: not joined. */
  myStatus: z.nullable(z.enum(participantStatuses)),
  /** Of whoever asks, while they wait for a place; 1 is next. */
  waitingPosition: z.nullable(z.int()),
  images: z.array(attachment),
  documents: z.array(attachment),
  /** What whoever joins is asked. */
  questions: askedQuestions,
  /** Whether members who have not joined may check themselves in. */
  allowsWalkIns: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
/** As it travels: moments are text. */
export type ActivityRow = z.input<typeof activityRow>

/** When and where it was to be. */
const joinedAs = z.object({
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  location: z.nullable(z.string()),
})
export type JoinedAs = z.infer<typeof joinedAs>

/** What only its own page shows. */
export const activityDetail = z.extend(activityRow, {
  /** Those who come and may be seen by whoever asks: people of their country or club, or within their reach. */
  coming: z.array(face),
  comingCount: z.int(),
  /** How many of those with a place have come so far. */
  attendedCount: z.int(),
  organizer: z.nullable(face),
  /** Who may run it beside its organisers; whether whoever asks is one of them. */
  helpers: z.array(face),
  isHelper: z.boolean(),
  /** The club's conversation, for those who are in it. */
  groupId: z.nullable(id),
  /** Of whoever asks: whether they are not shown to others, and what they joined. */
  isHidden: z.boolean(),
  joinedAs: z.nullable(joinedAs),
  myAnswers: answers,
  /** Where everybody can read of it, without an account; null: nowhere. */
  publicUrl: z.nullable(z.string()),
})
export type ActivityDetail = z.input<typeof activityDetail>

export const mostHelpers = 10
export const helpersBody = z.strictObject({
  userIds: z.array(id).check(z.maxLength(mostHelpers, `Paling banyak ${mostHelpers} pembantu`)),
})

export const visibilityBody = z.strictObject({ isHidden: z.boolean() })

/** Without a page all of them. `from` and `to`: by when they start. */
export const activityQuery = z.strictObject({
  page: z.optional(queryNumber(1, 1_000_000)),
  pageSize,
  search: z.optional(line(200)),
  status: z.optional(z.enum(activityStatuses)),
  clubId: z.optional(idParam),
  country: z.optional(z.enum(countries)),
  /** Left out: all. */
  scope: z.optional(z.enum(activityScopes)),
  time: z.optional(z.enum(activityTimes)),
  from,
  to,
})
export type ActivityQuery = z.output<typeof activityQuery>

/** How many there are in each state; of one club, or of all. */
export const activitySummaryQuery = z.strictObject({
  clubId: z.optional(idParam),
  scope: z.optional(z.enum(activityScopes)),
})
/** How many there are to come, of each scope; null: one has no club, or no country. */
export const scopeCounts = z.object({ club: z.nullable(z.int()), country: z.nullable(z.int()), all: z.int() })
export const activitySummary = z.record(z.enum(activityStatuses), z.int())
export type ActivitySummary = z.infer<typeof activitySummary>

export const activityParams = z.object({ id: idParam })

/** A moment with its zone; empty or null: none. */
const badMoment = 'Sila isi tarikh dan masa yang sah'
const moment = z.pipe(
  z.optional(
    z.union([z.iso.datetime({ offset: true, error: badMoment }), z.literal(''), z.null()], badMoment),
  ),
  z.transform(value => (value === undefined ? undefined : value ? new Date(value) : null)),
)
/** A local time, without a zone. Whether it stands for the date beside it is checked where the zone is known. */
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
    z.maxLength(mostFiles, `Paling banyak ${mostFiles} fail`),
    z.refine(ids => new Set(ids).size === ids.length, 'Fail yang sama dihantar dua kali'),
  ),
)
const places = 'Had peserta mestilah nombor bulat dari 1 hingga 100,000'

const fields = {
  title: line(200).check(z.minLength(1, 'Tajuk aktiviti diperlukan')),
  description: optional(paragraphs(5000)),
  startDate: moment,
  endDate: moment,
  /** The planned local times. When they are missing, the local times of the given dates are planned. */
  startWall: wall,
  endWall: wall,
  /** Left out of a new one: that of its club. */
  timeZone: z.optional(timeZone),
  location: optional(line(300)),
  maxParticipants: z.optional(
    z.nullable(z.int(places).check(z.minimum(1, places), z.maximum(100_000, places))),
  ),
  clubId: z.optional(z.nullable(id)),
  images: attachedFiles,
  documents: attachedFiles,
  questions: z.optional(questions),
  /** May change at any time, also while the activity runs. */
  allowsWalkIns: z.optional(z.boolean()),
}

type Dates = { startDate?: Date | null; endDate?: Date | null }
/** It is asked of what is no date, too, so that all that is wrong is said at once; such a thing may refuse to be compared. */
const inOrder = ({ startDate, endDate }: Dates) =>
  !(startDate instanceof Date && endDate instanceof Date) || endDate >= startDate
const order = {
  path: ['endDate'],
  error: fieldTexts.endsBeforeStart,
  when: isRecord,
}

/** What is left out stays as it is. */
export const activityBody = z
  .strictObject({ ...fields, scope: z.optional(z.enum(seriesScopes)) })
  .check(z.refine(inOrder, order))
export type ActivityBody = z.output<typeof activityBody>

export const mostRepeats = 52
const repeatTimes = `Bilangan mestilah nombor bulat dari 2 hingga ${mostRepeats}`
const repeat = z.strictObject({
  every: z.enum(repeatKinds),
  /** In all, the first included. */
  times: z.int(repeatTimes).check(z.minimum(2, repeatTimes), z.maximum(mostRepeats, repeatTimes)),
})
export type Repeat = z.infer<typeof repeat>

/** A new one is planned, whether that is said or not. */
export const newActivityBody = z
  .strictObject({ ...fields, status: z.optional(z.literal('planned')), repeat: z.optional(repeat) })
  .check(
    z.refine(inOrder, order),
    z.refine(({ repeat: again, startDate }) => !again || Boolean(startDate), {
      path: ['startDate'],
      error: 'Aktiviti berulang memerlukan tarikh mula',
      when: isRecord,
    }),
  )
export type NewActivityBody = z.output<typeof newActivityBody>

export const statusBody = z.strictObject({
  status: z.enum(activityStatuses),
  scope: z.optional(z.enum(seriesScopes)),
})

export const publicBody = z.strictObject({ isPublic: z.boolean() })

export const joined = z.object({
  status: z.enum(participantStatuses),
  waitingPosition: activityRow.shape.waitingPosition,
})
export type Joined = z.infer<typeof joined>

export const participantQuery = z.strictObject({ page, pageSize })
export const participantRow = z.object({
  /** The person's. */
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
  title: z.string(),
  startDate: z.nullable(instant),
  timeZone: z.string(),
  status: z.enum(activityStatuses),
})
