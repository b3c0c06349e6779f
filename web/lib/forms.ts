import type * as z from 'zod/mini'

export type FieldErrors = Record<string, string>

/** What a form holds, by the names of its fields. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

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

/** The first wrong field gets the focus, in the order in which they stand on the page. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = Array.from(form.elements) as HTMLInputElement[]
  fields.find(field => field.name in errors)?.focus()
}
