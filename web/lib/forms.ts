import type * as z from 'zod/mini'

export type FieldErrors = Record<string, string>

/** What a form holds, checked by the contract's own schema: the values, or the first message for each field. */
export function checkForm<Schema extends z.ZodMiniType>(
  form: HTMLFormElement,
  schema: Schema,
): { values?: z.output<Schema>; errors: FieldErrors } {
  const result = schema.safeParse(Object.fromEntries(new FormData(form)))
  const errors: FieldErrors = {}
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return { values: result.data, errors }
}

/** The first wrong field gets the focus, in the order in which they stand on the page. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = Array.from(form.elements) as HTMLInputElement[]
  fields.find(field => field.name in errors)?.focus()
}
