import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { otherFieldErrors } from '#texts/field-errors.ts'

/** User lists whose filters can be saved as a view. */
export const listsWithViews = ['members', 'users'] as const

export const viewParams = z.object({ id: idParam })
export const viewsQuery = z.strictObject({ list: z.enum(listsWithViews) })

export const viewBody = z.strictObject({
  list: z.enum(listsWithViews),
  name: buildSingleLineTextSchema(60).check(z.minLength(1, { error: () => otherFieldErrors.viewName })),
  /** Query string of the list's URL that the saved list view stores. The list ignores invalid parameters. */
  search: z
    .string()
    .check(z.maxLength(1000), z.regex(/^[\x21-\x7e]*$/, { error: () => otherFieldErrors.view })),
  /** Whether all users of the owner's role can use the saved list view. Each sees only people in their own scope. */
  isShared: z.boolean(),
})
export type ViewBody = z.infer<typeof viewBody>

/** Saved list view. `sharedBy` is the name of the owner when the caller is not the owner. */
export const view = z.object({
  id,
  name: z.string(),
  search: z.string(),
  isShared: z.boolean(),
  sharedBy: z.nullable(z.string()),
})
