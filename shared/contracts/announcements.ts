import * as z from 'zod/mini'
import { announcementStatuses, countries, educationLevels, roles } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { attachment, fileId } from './files.ts'
import { idParam, queryNumber } from './query.ts'
import { line, paragraphs } from './text.ts'

export const longestBody = 8000
export const mostDocuments = 5
export const mostAnswers = 6

/** Several values of one kind: any of them; several kinds: all of them. None: everybody within reach. */
export const audience = z.strictObject({
  countries: z.optional(z.array(z.enum(countries)).check(z.maxLength(countries.length))),
  clubIds: z.optional(z.array(id).check(z.maxLength(100, 'Paling banyak 100 kelab'))),
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  educationLevels: z.optional(z.array(z.enum(educationLevels)).check(z.maxLength(educationLevels.length))),
  /** Of the beginning of one's studies. */
  startYears: z.optional(
    z.array(z.int().check(z.minimum(1950), z.maximum(2100))).check(z.maxLength(40, 'Paling banyak 40 tahun')),
  ),
  /** Those with a place in it, wherever they are. */
  activityId: z.optional(id),
})
export type Audience = z.infer<typeof audience>

const answersText = `Beri 2 hingga ${mostAnswers} jawapan`
const poll = z.strictObject({
  text: line(200).check(z.minLength(1, 'Tulis soalan ini, atau buang')),
  choices: z.array(line(80).check(z.minLength(1, 'Tulis jawapan ini, atau buang'))).check(
    z.minLength(2, answersText),
    z.maxLength(mostAnswers, answersText),
    z.refine(list => new Set(list).size === list.length, 'Jawapan yang sama ditulis dua kali'),
  ),
  /** Organisers see how many, and not who. */
  isAnonymous: z.boolean(),
  /** Until when answers are taken; null: as long as it stands. */
  endsAt: z.nullable(z.iso.datetime()),
})
export type Poll = z.output<typeof poll>

export const announcementBody = z.strictObject({
  title: line(150).check(z.minLength(1, 'Tulis tajuk hebahan')),
  body: paragraphs(longestBody).check(z.minLength(1, 'Tulis hebahan anda')),
  imageId: z._default(z.nullable(fileId), null),
  documents: z._default(z.array(fileId).check(z.maxLength(mostDocuments)), []),
  activityId: z._default(z.nullable(id), null),
  isUrgent: z._default(z.boolean(), false),
  audience: z._default(audience, {}),
  poll: z._default(z.nullable(poll), null),
})
export type AnnouncementBody = z.output<typeof announcementBody>

export const audienceBody = z.strictObject({ audience })
/** Left out: now. */
export const sendBody = z.strictObject({ at: z.optional(z.iso.datetime()) })
export const correctionBody = z.pick(announcementBody, { title: true, body: true })
export const answerBody = z.strictObject({
  answer: z.int().check(z.minimum(0), z.maximum(mostAnswers - 1)),
})
export const announcementParams = z.object({ id: idParam })
/** Newest first; `before`: those that were sent before the one with this id. */
export const announcementsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(queryNumber(1, 50), 20),
})
export type AnnouncementsQuery = z.output<typeof announcementsQuery>

/** Who speaks: a club, a country, or headquarters where both are null. */
const sender = z.object({ country: z.nullable(z.string()), club: z.nullable(z.string()), name: z.string() })

/** A line of a list. */
export const announcementItem = z.object({
  id,
  title: z.string(),
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

/** As its readers see it. */
export const announcementDetail = z.object({
  id,
  title: z.string(),
  body: z.string(),
  isUrgent: z.boolean(),
  status: z.enum(announcementStatuses),
  sender,
  image: z.nullable(attachment),
  documents: z.array(attachment),
  activity: z.nullable(z.object({ id, title: z.string() })),
  /** When it went out, or is to. */
  sentAt: z.nullable(instant),
  correctedAt: z.nullable(instant),
  /** Of whoever reads it; null for those who only look after it. */
  readAt: z.nullable(instant),
  isRecipient: z.boolean(),
  /** Whether whoever reads it may change and withdraw it. */
  isManager: z.boolean(),
  poll: z.nullable(
    z.object({
      text: z.string(),
      choices: z.array(z.string()),
      isAnonymous: z.boolean(),
      endsAt: z.nullable(z.string()),
      isOpen: z.boolean(),
      myAnswer: z.nullable(z.int()),
      /** For those who have answered, for its managers, and for all once it is over. */
      results: z.nullable(z.array(result)),
    }),
  ),
})
export type AnnouncementDetail = z.input<typeof announcementDetail>

/** For those who look after it. */
export const managedItem = z.object({
  id,
  title: z.string(),
  status: z.enum(announcementStatuses),
  isUrgent: z.boolean(),
  sender,
  /** When it goes out, or went. */
  sendAt: z.nullable(instant),
  recipientCount: z.nullable(z.int()),
  updatedAt: instant,
})
export type ManagedItem = z.input<typeof managedItem>

/** What the form is filled from. */
export const announcementDraft = z.object({
  id,
  status: z.enum(announcementStatuses),
  title: z.string(),
  body: z.string(),
  image: z.nullable(attachment),
  documents: z.array(attachment),
  activity: z.nullable(z.object({ id, title: z.string() })),
  isUrgent: z.boolean(),
  audience,
  /** Of what the audience names. */
  audienceActivity: z.nullable(z.object({ id, title: z.string() })),
  poll: z.nullable(poll),
  sendAt: z.nullable(instant),
})
export type AnnouncementDraft = z.input<typeof announcementDraft>

/** How it went. Mails are counted as the mail server took them; whether they are read there nobody is told. */
export const announcementFigures = z.object({
  status: z.enum(announcementStatuses),
  recipients: z.int(),
  /** How many have been told so far. */
  told: z.int(),
  read: z.int(),
  answered: z.int(),
  mails: z.object({ waiting: z.int(), sent: z.int(), refused: z.int() }),
  /** When those who had not read it were last reminded; and whether it may be done again by now. */
  remindedAt: z.nullable(instant),
  mayRemind: z.boolean(),
})

/** Who answered what, where that is not kept from organisers. */
export const pollAnswer = z.object({ userId: id, fullName: z.string(), answer: z.int(), answeredAt: instant })
/** In the order of their ids. */
export const pollAnswersQuery = z.strictObject({
  after: z.optional(idParam),
  limit: z._default(queryNumber(1, 200), 50),
})
export type PollAnswersQuery = z.output<typeof pollAnswersQuery>
