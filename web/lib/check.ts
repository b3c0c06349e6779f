// Kept apart from the forms themselves: the login screen stands before this is there.
import type * as z from 'zod/mini'
import { speakMalay } from '#shared/validation.ts'
import type { FieldErrors } from './forms.ts'

speakMalay()

/** Checked by the contract's own schema: the values, or the first message for each field. */
export function check<Schema extends z.ZodMiniType>(
  values: unknown,
  schema: Schema,
): { values?: z.output<Schema>; errors: FieldErrors } {
  const result = schema.safeParse(values)
  const errors: FieldErrors = {}
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return { values: result.data, errors }
}
