import * as z from 'zod/mini'
import { announcementStatuses, educationLevels, roles } from '#shared/constants.ts'
import { attachment, fileId } from '#shared/contracts/files/files.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
} from '#shared/fields/text.ts'
import {
  secondBodyCheck,
  secondVersionChecks,
  titleLanguage,
  versionColumns,
  versionFields,
} from '#shared/fields/versions.ts'
import { announcementFieldErrors, questionFieldErrors } from '#texts/field-errors.ts'

export const maxAnnouncementLength = 8000
export const maxAnnouncementDocuments = 5
export const maxPollChoices = 6

/** Filters that select the recipients of an announcement. A recipient matches at least one value of every filter. */
export const audience = z.strictObject({
  countries: z.optional(z.array(z.enum(countries)).check(z.maxLength(countries.length))),
  clubIds: z.optional(
    z.array(id).check(z.maxLength(100, { error: () => announcementFieldErrors.tooManyClubs })),
  ),
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  educationLevels: z.optional(z.array(z.enum(educationLevels)).check(z.maxLength(educationLevels.length))),
  /** Years in which the recipients of the announcement started their studies. */
  startYears: z.optional(
    z
      .array(z.int().check(z.minimum(1950), z.maximum(2100)))
      .check(z.maxLength(40, { error: () => announcementFieldErrors.tooManyYears })),
  ),
  /** Id of an activity. Its confirmed participants, from all countries, are the recipients of the announcement. */
  activityId: z.optional(id),
  /**
   * Segment (saved member filter) whose members are the recipients. They are determined when the announcement is sent.
   */
  segmentId: z.optional(id),
})
export type Audience = z.infer<typeof audience>

const answerCount = { error: () => announcementFieldErrors.answers({ maximum: maxPollChoices }) }
const poll = z.strictObject({
  text: buildSingleLineTextSchema(200).check(z.minLength(1, { error: () => questionFieldErrors.text })),
  choices: z
    .array(
      buildSingleLineTextSchema(80).check(z.minLength(1, { error: () => announcementFieldErrors.answer })),
    )
    .check(
      z.minLength(2, answerCount),
      z.maxLength(maxPollChoices, answerCount),
      z.refine(list => new Set(list).size === list.length, {
        error: () => announcementFieldErrors.sameAnswerTwice,
      }),
    ),
  /** Whether the poll is anonymous: managers see the number of answers, but not who answered. */
  isAnonymous: z.boolean(),
  /** Closing time of the poll; null for a poll without closing time. */
  endsAt: z.nullable(z.iso.datetime()),
})
export type Poll = z.output<typeof poll>

export const maxAnnouncementTitleLength = 150

const textFields = {
  title: buildSingleLineTextSchema(maxAnnouncementTitleLength).check(
    z.minLength(1, { error: () => announcementFieldErrors.title }),
  ),
  body: buildMultiLineTextSchema(maxAnnouncementLength).check(
    z.minLength(1, { error: () => announcementFieldErrors.body }),
  ),
  ...versionFields,
  secondTitle: buildOptionalFieldSchema(buildSingleLineTextSchema(maxAnnouncementTitleLength)),
  secondBody: buildOptionalFieldSchema(buildMultiLineTextSchema(maxAnnouncementLength)),
}
export type AnnouncementTexts = z.output<typeof correctionBody>

const versionChecks = [...secondVersionChecks, secondBodyCheck]

/** Title and text of an announcement, in one or two languages. */
export const correctionBody = z.strictObject(textFields).check(...versionChecks)

export const announcementBody = z
  .strictObject({
    ...textFields,
    imageId: z._default(z.nullable(fileId), null),
    documents: z._default(z.array(fileId).check(z.maxLength(maxAnnouncementDocuments)), []),
    activityId: z._default(z.nullable(id), null),
    isUrgent: z._default(z.boolean(), false),
    audience: z._default(audience, {}),
    poll: z._default(z.nullable(poll), null),
  })
  .check(...versionChecks)
export type AnnouncementBody = z.output<typeof announcementBody>

export const audienceBody = z.strictObject({ audience })
/** Time of sending. Without it, the announcement is sent immediately. */
export const sendBody = z.strictObject({ at: z.optional(z.iso.datetime()) })
export const pollAnswerBody = z.strictObject({
  answer: z.int().check(z.minimum(0), z.maximum(maxPollChoices - 1)),
})
export const announcementParams = z.object({ id: idParam })
/** Page of announcements, newest first. `before` is the id of the last announcement on the previous page. */
export const announcementsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 50), 20),
})
export type AnnouncementsQuery = z.output<typeof announcementsQuery>

/** Sender of an announcement: a club, a country, or headquarters when both are null. */
const sender = z.object({ country: z.nullable(z.string()), club: z.nullable(z.string()), name: z.string() })

/** Announcement with the fields that recipients see in their list of announcements. */
export const announcementItem = z.object({
  id,
  /** Title of the announcement in the reader's language if the author wrote one, otherwise in the author's language. */
  title: z.string(),
  language: titleLanguage,
  excerpt: z.string(),
  isUrgent: z.boolean(),
  hasPoll: z.boolean(),
  sender,
  sentAt: instant,
  correctedAt: z.nullable(instant),
  readAt: z.nullable(instant),
})
export type AnnouncementItem = z.input<typeof announcementItem>

const result = z.object({ choice: z.string(), count: z.int() })

/** Announcement with all fields that its recipients see. */
export const announcementDetail = z.object({
  id,
  title: z.string(),
  body: z.string(),
  ...versionColumns,
  secondBody: z.nullable(z.string()),
  isUrgent: z.boolean(),
  status: z.enum(announcementStatuses),
  sender,
  image: z.nullable(attachment),
  documents: z.array(attachment),
  activity: z.nullable(z.object({ id, title: z.string(), language: titleLanguage })),
  /** Time at which the announcement was sent or will be sent. */
  sentAt: z.nullable(instant),
  correctedAt: z.nullable(instant),
  /** Time at which the caller read the announcement; null for managers who are not recipients. */
  readAt: z.nullable(instant),
  isRecipient: z.boolean(),
  /** Whether the caller may correct and withdraw the announcement. */
  isManager: z.boolean(),
  poll: z.nullable(
    z.object({
      text: z.string(),
      choices: z.array(z.string()),
      isAnonymous: z.boolean(),
      endsAt: z.nullable(z.string()),
      isOpen: z.boolean(),
      myAnswer: z.nullable(z.int()),
      /** Poll results. Managers and callers who have answered always see them, others only once the poll is closed. */
      results: z.nullable(z.array(result)),
    }),
  ),
})
export type AnnouncementDetail = z.input<typeof announcementDetail>

/** Announcement with the fields that managers see in their list of announcements. */
export const managedAnnouncementItem = z.object({
  id,
  title: z.string(),
  language: titleLanguage,
  status: z.enum(announcementStatuses),
  isUrgent: z.boolean(),
  sender,
  /** Time at which the announcement was sent or will be sent. */
  sendAt: z.nullable(instant),
  recipientCount: z.nullable(z.int()),
  updatedAt: instant,
})
export type ManagedAnnouncementItem = z.input<typeof managedAnnouncementItem>

/** Announcement with all fields of the form in which managers edit it. */
export const announcementDraft = z.object({
  id,
  status: z.enum(announcementStatuses),
  title: z.string(),
  body: z.string(),
  ...versionColumns,
  secondBody: z.nullable(z.string()),
  image: z.nullable(attachment),
  documents: z.array(attachment),
  activity: z.nullable(z.object({ id, title: z.string() })),
  isUrgent: z.boolean(),
  audience,
  /** Activity whose confirmed participants receive the announcement; null when no activity is selected. */
  audienceActivity: z.nullable(z.object({ id, title: z.string() })),
  poll: z.nullable(poll),
  sendAt: z.nullable(instant),
})
export type AnnouncementDraft = z.input<typeof announcementDraft>

/** Delivery statistics of an announcement. An email counts as sent once the mail server accepts it. */
export const announcementFigures = z.object({
  status: z.enum(announcementStatuses),
  recipients: z.int(),
  /** Number of recipients of the announcement who have been notified so far. */
  told: z.int(),
  read: z.int(),
  answered: z.int(),
  mails: z.object({ waiting: z.int(), sent: z.int(), refused: z.int() }),
  /** Time of the last reminder to recipients who have not read the announcement. */
  remindedAt: z.nullable(instant),
  /** Whether another reminder about the announcement is allowed now. */
  mayRemind: z.boolean(),
})

/** Answer of one recipient to a poll that is not anonymous. */
export const pollAnswer = z.object({ userId: id, fullName: z.string(), answer: z.int(), answeredAt: instant })
/** Page of poll answers, ordered by the user id of the recipient. */
export const pollAnswersQuery = z.strictObject({
  after: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 200), 50),
})
export type PollAnswersQuery = z.output<typeof pollAnswersQuery>
