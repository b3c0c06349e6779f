import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { idParam } from './query.ts'
import { line } from './text.ts'

/** The lists of people that can be looked at in ways of one's own. */
export const viewedLists = ['members', 'users'] as const

export const viewParams = z.object({ id: idParam })
export const viewsQuery = z.strictObject({ list: z.enum(viewedLists) })

export const viewBody = z.strictObject({
  list: z.enum(viewedLists),
  name: line(60).check(z.minLength(1, 'Nama paparan diperlukan')),
  /** What stands behind ? in the address of the list; read as any address is, where nonsense counts as nothing. */
  search: z.string().check(z.maxLength(1000), z.regex(/^[\x21-\x7e]*$/, 'Paparan ini tidak sah')),
  /** For everybody of one's own role; whom they see is still by their own reach. */
  isShared: z.boolean(),
})
export type ViewBody = z.infer<typeof viewBody>

/** `sharedBy`: whose it is, where it is not one's own. */
export const view = z.object({
  id,
  name: z.string(),
  search: z.string(),
  isShared: z.boolean(),
  sharedBy: z.nullable(z.string()),
})
