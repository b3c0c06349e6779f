export type FieldErrors = Record<string, string>

/** What a form holds, by the names of its fields. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

/** The first wrong field gets the focus, in the order in which they stand on the page. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = Array.from(form.elements) as HTMLInputElement[]
  fields.find(field => field.name in errors)?.focus()
}
