// Validates forms with zod. Loaded lazily, so that the login page does not wait for zod.
import type * as z from 'zod/mini'
import { setValidationMessages } from '#shared/validation.ts'
import type { FieldErrors } from './forms.ts'

setValidationMessages()

/** Validates form values by the schema of an API call. Returns the parsed values or the first message of each field. */
export function validateFormValues<Schema extends z.ZodMiniType>(
  values: unknown,
  schema: Schema,
): { values?: z.output<Schema>; errors: FieldErrors } {
  const result = schema.safeParse(values)
  const errors: FieldErrors = {}
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return { values: result.data, errors }
}
