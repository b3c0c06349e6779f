import * as z from 'zod/mini'
import { educationLevels, roles, userSorts, userStatuses } from '#shared/constants.ts'
import { parseCustomFieldFilterConditions } from '#shared/contracts/custom-fields/field-conditions.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { appointment } from '#shared/contracts/offices/offices.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import {
  buildIdListSchema,
  buildQueryNumberSchema,
  exportFormat,
  from,
  idParam,
  pageSize,
  to,
} from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildOptionalFieldSchema, buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { likelyPerson } from './likely-person.schemas.ts'
import { detailKeys, listedKeys, pickPersonFieldSchemas } from './person-fields.ts'

/** Person fields that user lists show for each user, and values derived from these fields. */
const listedUser = z.object({
  id,
  isEmailConfirmed: z.boolean(),
  age: z.nullable(z.int()),
  clubName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  approvedBy: z.nullable(id),
  ...pickPersonFieldSchemas(listedKeys, 'given'),
})

/** User in a user list, with the fields that the list shows. */
export const userRow = z.extend(listedUser, {
  /** Values of the requested custom fields by field id; null when the caller may not see the values of this user. */
  fields: z.optional(z.nullable(fieldValues)),
})
/** User in a list as JSON: timestamps are ISO strings. */
export type UserRow = z.input<typeof userRow>
/** User in a list on the server, before serialization to JSON: timestamps are Date objects. */
export type UserRowValue = z.output<typeof userRow>

/** Filter conditions on custom fields in their text form, such as 12.chosen.x7~15.atLeast.3. */
const fieldConditions = z.pipe(
  z.string().check(
    z.maxLength(2000),
    z.refine(text => parseCustomFieldFilterConditions(text) !== undefined),
  ),
  z.transform((text): FieldCondition[] => parseCustomFieldFilterConditions(text) ?? []),
)

const filters = {
  search: z.optional(buildSingleLineTextSchema(200)),
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.enum(userStatuses)),
  educationLevel: z.optional(z.enum(educationLevels)),
  institution: z.optional(buildSingleLineTextSchema(200)),
  /** Tag that limits the user list to members who have it. A caller who may not see the tag gets an empty list. */
  tagId: z.optional(idParam),
  /** Segment (saved member filter) of the caller's own scope. The user list contains only its members. */
  segmentId: z.optional(idParam),
  /** User ids to which the user list is limited, in addition to the other filters. */
  ids: z.optional(buildIdListSchema(200)),
  where: z.optional(fieldConditions),
  /** Period of registration to which the user list is limited. */
  from,
  to,
  sort: z._default(z.enum(userSorts), 'fullName'),
}

/**
 * Filters and paging of user lists. Without `page` the response contains all rows; `after` continues the list after
 * that row.
 */
export const userQuery = z.strictObject({
  ...filters,
  page: z.optional(buildQueryNumberSchema(1, 1_000_000)),
  pageSize,
  /** Ids of the custom fields whose values each user in the list contains. */
  fields: z.optional(buildIdListSchema(20)),
  after: z.optional(z.string().check(z.maxLength(600))),
})
export type UserQuery = z.output<typeof userQuery>
export type UserFilters = Omit<UserQuery, 'page' | 'pageSize' | 'after' | 'fields'>

/** Filters of a bulk action, such as adding a tag. The action applies to all users who match. */
export const matchingQuery = z.strictObject(filters)
/** Users who match the filters, ordered by id: at most `maxMatchingUsers`. `isCapped` says whether more exist. */
export const matchingUsers = z.object({
  people: z.array(z.object({ id, fullName: z.string() })),
  isCapped: z.boolean(),
})

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

/** Details of a user, for administrators whose scope includes the user. */
export const userDetail = z.extend(listedUser, {
  ...pickPersonFieldSchemas(detailKeys, 'given'),
  history: z.array(historyEntry),
  /** Offices to which the user is appointed, now or for a future term. */
  appointments: z.array(appointment),
  /** Whether an administrator may reset the user's second factor for signing in; false when the user has none. */
  mayResetTwoFactor: z.boolean(),
})
export type UserDetail = z.input<typeof userDetail>

/**
 * Application with everything an approver needs for a decision.
 * From the identity card number only date and state of birth are shown, for comparison with the applicant's data.
 */
export const application = z.extend(listedUser, {
  ...pickPersonFieldSchemas(detailKeys, 'given'),
  /** Date of birth from the identity card number; null when the number is missing, undecryptable or invalid. */
  numberBirthDay: z.nullable(z.string()),
  /** State of birth (in Malaysia) from the identity card number; null without a number or when born abroad. */
  numberBirthState: z.nullable(z.string()),
  emailConfirmedAt: z.nullable(instant),
  /** Time of the membership application, or of the latest renewed application. */
  waitingSince: instant,
  /** Number of earlier rejections of the applicant, and the reason of the last one. */
  rejections: z.object({ count: z.int(), lastReason: z.nullable(z.string()) }),
  likely: z.array(likelyPerson),
  /** Name of the user whose invitation the applicant used. */
  invitedBy: z.nullable(z.string()),
})
export type Application = z.input<typeof application>

/** Totals above the user lists, which count only users whom the caller may see. */
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

export const peopleQuery = z.strictObject({ search: z._default(buildSingleLineTextSchema(200), '') })
export const foundPerson = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
})

export type FoundPerson = z.infer<typeof foundPerson>

/** Reason for a decision about a user, such as a rejection. The user can read the reason. */
const reason = buildOptionalFieldSchema(buildSingleLineTextSchema(500))
export const reasonBody = z.nullish(z.strictObject({ reason }))
export const roleBody = z.strictObject({ role: z.enum(roles) })
export const placementBody = z.strictObject({
  currentCountry: z.enum(countries),
  clubId: z.nullable(id),
})
export type PlacementBody = z.infer<typeof placementBody>
/** Country and club that the approver assigns to an applicant. `{}` leaves the applicant's own choice unchanged. */
export const approvalBody = z.nullish(z.union([placementBody, z.strictObject({})]))
export type ApprovalBody = z.infer<typeof approvalBody>

const ids = z.array(id).check(z.minLength(1), z.maxLength(200))
export const approveManyBody = z.strictObject({ ids })
export const rejectManyBody = z.strictObject({ ids, reason })
export const placeManyBody = z.extend(placementBody, { ids })

/** Status and role that a user has after an approver's decision about the user. */
export const decision = z.object({
  id,
  status: z.enum(userStatuses),
  role: z.enum(roles),
  membershipNumber: z.nullable(z.string()),
})
export type Decision = z.infer<typeof decision>

/** Result of a bulk action for one user id: success, or an error code and message. */
export const bulkDecisionOutcome = z.object({
  id,
  ok: z.boolean(),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type BulkDecisionOutcome = z.infer<typeof bulkDecisionOutcome>

export const unmaskedUser = z.object({ icNumber: z.nullable(z.string()) })
export type UnmaskedUser = z.infer<typeof unmaskedUser>
