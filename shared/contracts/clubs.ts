import * as z from 'zod/mini'
import { clubStatuses, countries } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { clubPlatforms } from '#shared/form-choices.ts'
import { face, instant } from './answers.ts'
import { fileId } from './files.ts'
import { idParam, pageSize, queryNumber } from './query.ts'
import { line, optional, paragraphs, webAddress } from './text.ts'
import { timeZone } from './zone.ts'

export const clubOptionsQuery = z.strictObject({ country: z.enum(countries) })

/** What the registration form shows of a club. */
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
  /** Active members. */
  memberCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
/** As it travels: moments are text. */
export type ClubRow = z.input<typeof clubRow>

/** `admin`: who looks after it, for everybody to see. `groupId`: the club's conversation, for those who are in it. */
export const clubDetail = z.extend(clubRow, { admin: z.nullable(face), groupId: z.nullable(id) })
export type ClubDetail = z.input<typeof clubDetail>

/** Without a page all of them. */
export const clubQuery = z.strictObject({
  page: z.optional(queryNumber(1, 1_000_000)),
  pageSize,
  search: z.optional(line(200)),
  country: z.optional(z.enum(countries)),
  status: z.optional(z.enum(clubStatuses)),
})
export type ClubQuery = z.output<typeof clubQuery>

export const clubParams = z.object({ id: idParam })

export const clubBody = z.strictObject({
  name: line(200).check(z.minLength(1, 'Nama kelab diperlukan')),
  country: z.enum(countries, 'Sila pilih negara'),
  city: optional(line(200)),
  university: optional(line(200)),
  description: optional(paragraphs(2000)),
  /** Left out of a new one: that of its city or country. */
  timeZone: z.optional(timeZone),
  isActive: z.optional(z.boolean()),
  /** An upload of one's own, or none; left out: the one it had. */
  logoId: z.optional(z.nullable(fileId)),
  /** Left out: those it had. */
  links: z.optional(
    z.array(z.strictObject({ platform: z.enum(clubPlatforms), url: webAddress })).check(z.maxLength(8)),
  ),
  /** One of its active members, or nobody; left out: who it was. */
  adminId: z.optional(z.nullable(id)),
})
export type ClubBody = z.output<typeof clubBody>

export const newClubBody = z.extend(clubBody, {
  adminId: z.optional(z.null('Kelab baharu belum mempunyai ahli untuk dijadikan pentadbir')),
})

/** Members of a club as they see each other: no more than this, and only those who want to stand there. */
export const directoryQuery = z.strictObject({
  search: z.optional(line(200)),
  page: z._default(queryNumber(1, 1_000_000), 1),
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

/** The figures above the list; of countries those with a club, the largest first. */
export const clubSummary = z.object({
  total: z.int(),
  active: z.int(),
  universities: z.int(),
  byCountry: z.array(z.object({ country: z.enum(countries), count: z.int() })),
})
