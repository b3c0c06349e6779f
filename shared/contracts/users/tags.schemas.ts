import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { buildIdListSchema, idParam } from '#shared/fields/query-parameters.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { tagFieldErrors } from '#texts/field-errors.ts'

/** Maximum number of member tags that one club, one country or headquarters can define. */
export const maxTagsPerScope = 100

export const tagParams = z.object({ id: idParam })
export const tagBody = z.strictObject({
  name: buildSingleLineTextSchema(40).check(z.minLength(1, { error: () => tagFieldErrors.name })),
})
export type TagBody = z.output<typeof tagBody>

/** Member tag that the caller's own club, country or headquarters has defined. */
export const tag = z.object({
  id,
  name: z.string(),
  /** Number of members with the tag. Counting stops at `maxCountedTagMembers`. */
  memberCount: z.int(),
})
export type Tag = z.input<typeof tag>

/** Number at which counting the members with a tag stops. */
export const maxCountedTagMembers = 10_000

/** Tag of a member, with the club or country that defined the tag; both are null when headquarters defined it. */
export const tagOfUser = z.object({
  id,
  name: z.string(),
  country: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
})
export type TagOfUser = z.input<typeof tagOfUser>

export const tagsOfUsersQuery = z.strictObject({ ids: buildIdListSchema(200) })
export const tagsOfUsers = z.array(z.object({ userId: id, tags: z.array(tagOfUser) }))

export const tagUsersBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
  tagId: id,
})
