import * as z from 'zod/mini'
import { countries, educationLevels, roles, userSorts, userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { likelyPerson } from './merging.ts'
import { detailKeys, listedKeys, schemasOf } from './person-fields.ts'
import { exportFormat, from, idList, idParam, pageSize, queryNumber, to } from './query.ts'
import { line, optional } from './text.ts'

/** One line of a list: the fields that are shown there, and what is made of others. */
export const userRow = z.object({
  id,
  isEmailConfirmed: z.boolean(),
  age: z.nullable(z.int()),
  clubName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  approvedBy: z.nullable(id),
  ...schemasOf(listedKeys, 'given'),
})
/** As it travels: moments are text. */
export type UserRow = z.input<typeof userRow>
/** Before it travels. */
export type OpenRow = z.output<typeof userRow>

const filters = {
  search: z.optional(line(200)),
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.enum(userStatuses)),
  educationLevel: z.optional(z.enum(educationLevels)),
  institution: z.optional(line(200)),
  /** These people and no others, of those whom all the rest fits. */
  ids: z.optional(idList(200)),
  /** By when they registered. */
  from,
  to,
  sort: z._default(z.enum(userSorts), 'fullName'),
}

/** Without a page the whole list is sent. `after` goes on behind a row, as far down as one likes. */
export const userQuery = z.strictObject({
  ...filters,
  page: z.optional(queryNumber(1, 1_000_000)),
  pageSize,
  after: z.optional(z.string().check(z.maxLength(600))),
})
export type UserQuery = z.output<typeof userQuery>
export type UserFilters = Omit<UserQuery, 'page' | 'pageSize' | 'after'>

export const exportQuery = z.strictObject({ ...filters, format: exportFormat })

export const userParams = z.object({ id: idParam })

const historyEntry = z.object({
  status: z.enum(userStatuses),
  currentCountry: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  createdAt: instant,
})

/** Everything about a person that whoever reaches them may know. */
export const userDetail = z.extend(userRow, {
  ...schemasOf(detailKeys, 'given'),
  history: z.array(historyEntry),
  /** They have a second factor, and whoever asks may reset it. */
  mayResetTwoFactor: z.boolean(),
})
export type UserDetail = z.input<typeof userDetail>

/**
 * Somebody who waits, with what there is to decide by. Of the number no more than what it says of its owner: where and
 * when they were born, to be held against what they told.
 */
export const application = z.extend(userRow, {
  ...schemasOf(detailKeys, 'given'),
  /** A day of a calendar; null: no number, or one that cannot be read. */
  numberBirthDay: z.nullable(z.string()),
  /** Null also where the number comes from abroad. */
  numberBirthState: z.nullable(z.string()),
  emailConfirmedAt: z.nullable(instant),
  /** Since when it is somebody's turn to decide: whoever applied again waits since then. */
  waitingSince: instant,
  /** How often they were turned down before, and why the last time. */
  rejections: z.object({ count: z.int(), lastReason: z.nullable(z.string()) }),
  likely: z.array(likelyPerson),
  /** Who made the invitation by which they came. */
  invitedBy: z.nullable(z.string()),
})
export type Application = z.input<typeof application>

/** The figures above the lists, within reach. */
export const userSummary = z.object({
  total: z.int(),
  byStatus: z.record(z.enum(userStatuses), z.int()),
  byRole: z.record(z.enum(roles), z.int()),
  newThisMonth: z.int(),
  countries: z.int(),
  clubs: z.int(),
})
export type UserSummary = z.infer<typeof userSummary>

export const recentUser = z.object({
  fullName: z.string(),
  institution: z.nullable(z.string()),
  createdAt: instant,
  status: z.enum(userStatuses),
})

export const peopleQuery = z.strictObject({ search: z._default(line(200), '') })
export const personFound = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
})

export type PersonFound = z.infer<typeof personFound>

/** Why; the person is told. */
const reason = optional(line(500))
export const reasonBody = z.nullish(z.strictObject({ reason }))
export const roleBody = z.strictObject({ role: z.enum(roles) })
export const placementBody = z.strictObject({
  currentCountry: z.enum(countries),
  clubId: z.nullable(id),
})
export type PlacementBody = z.infer<typeof placementBody>

const ids = z.array(id).check(z.minLength(1), z.maxLength(200))
export const approveManyBody = z.strictObject({ ids })
export const rejectManyBody = z.strictObject({ ids, reason })
export const placeManyBody = z.extend(placementBody, { ids })

/** What became of a decision. */
export const decision = z.object({
  id,
  status: z.enum(userStatuses),
  role: z.enum(roles),
  membershipNumber: z.nullable(z.string()),
})
export type Decision = z.infer<typeof decision>

/** For each id either what became of it, or why nothing did. */
export const outcome = z.object({
  id,
  ok: z.boolean(),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type Outcome = z.infer<typeof outcome>

export const unmasked = z.object({ icNumber: z.nullable(z.string()) })
export type Unmasked = z.infer<typeof unmasked>
