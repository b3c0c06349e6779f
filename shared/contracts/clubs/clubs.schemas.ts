import * as z from 'zod/mini'
import { clubStatuses } from '#shared/constants.ts'
import { fileId } from '#shared/contracts/files/files.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam, pageSize } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
  webUrl,
} from '#shared/fields/text.ts'
import { timeZone } from '#shared/fields/time-zone.ts'
import { clubPlatforms } from '#shared/form-choices.ts'
import { clubFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'

export const clubOptionsQuery = z.strictObject({ country: z.enum(countries) })

/** Club that applicants can choose in the registration form. */
export const clubOption = z.object({ id, name: z.string(), city: z.nullable(z.string()) })
export type ClubOption = z.infer<typeof clubOption>

export const clubRow = z.object({
  id,
  name: z.string(),
  country: z.enum(countries),
  city: z.nullable(z.string()),
  university: z.nullable(z.string()),
  description: z.nullable(z.string()),
  timeZone: z.string(),
  adminId: z.nullable(id),
  logoUrl: z.nullable(z.string()),
  links: z.array(z.object({ platform: z.string(), url: z.string() })),
  isActive: z.boolean(),
  /** Number of active members of the club. */
  memberCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
/** Club as JSON: timestamps are ISO strings. */
export type ClubRow = z.input<typeof clubRow>

/** Club with its administrator, and the id of its chat group (`groupId`) if the caller is a member of that group. */
export const clubDetail = z.extend(clubRow, { admin: z.nullable(personSummary), groupId: z.nullable(id) })
export type ClubDetail = z.input<typeof clubDetail>

/** Filters of the club list. Without `page` the response contains all clubs. */
export const clubQuery = z.strictObject({
  page: z.optional(buildQueryNumberSchema(1, 1_000_000)),
  pageSize,
  search: z.optional(buildSingleLineTextSchema(200)),
  country: z.optional(z.enum(countries)),
  status: z.optional(z.enum(clubStatuses)),
})
export type ClubQuery = z.output<typeof clubQuery>

export const clubParams = z.object({ id: idParam })

export const clubBody = z.strictObject({
  name: buildSingleLineTextSchema(200).check(z.minLength(1, { error: () => clubFieldErrors.name })),
  country: z.enum(countries, { error: () => validationText.country }),
  city: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
  university: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
  description: buildOptionalFieldSchema(buildMultiLineTextSchema(2000)),
  /** Time zone of the club. A new club without a time zone gets the time zone of its city or country. */
  timeZone: z.optional(timeZone),
  isActive: z.optional(z.boolean()),
  /** File id of a logo that the caller uploaded. Null removes the logo. When omitted, the logo stays unchanged. */
  logoId: z.optional(z.nullable(fileId)),
  /** External links of the club. When omitted, the links stay unchanged. */
  links: z.optional(
    z.array(z.strictObject({ platform: z.enum(clubPlatforms), url: webUrl })).check(z.maxLength(8)),
  ),
  /**
   * User id of the club administrator, an active member. Null removes the administrator; omitted keeps the current
   * one.
   */
  adminId: z.optional(z.nullable(id)),
})
export type ClubBody = z.output<typeof clubBody>

export const newClubBody = z.extend(clubBody, {
  adminId: z.optional(z.null({ error: () => clubFieldErrors.newClubHasNoAdmin })),
})

/** Filters of a club's member directory, which contains only members who agreed to be listed. */
export const directoryQuery = z.strictObject({
  search: z.optional(buildSingleLineTextSchema(200)),
  page: z._default(buildQueryNumberSchema(1, 1_000_000), 1),
  pageSize,
})
export type DirectoryQuery = z.output<typeof directoryQuery>
export const directoryEntry = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  course: z.nullable(z.string()),
  institution: z.nullable(z.string()),
})
export type DirectoryEntry = z.infer<typeof directoryEntry>
export const listedBody = z.strictObject({ isListed: z.boolean() })

/** Total numbers of clubs, and number per country, largest first. Countries without a club are omitted. */
export const clubSummary = z.object({
  total: z.int(),
  active: z.int(),
  universities: z.int(),
  byCountry: z.array(z.object({ country: z.enum(countries), count: z.int() })),
})
