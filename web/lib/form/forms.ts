export type FieldErrors = Record<string, string>

/** Reads the values of a form by field name. */
export function readFormValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

/** Focuses the first field with an error, in document order. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = Array.from(form.elements) as HTMLInputElement[]
  fields.find(field => field.name in errors)?.focus()
}
