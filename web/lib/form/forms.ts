export type FieldErrors = Record<string, string>

/** Reads the values that a user entered in an HTML form, by field name. */
export function readFormValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

/**
 * Focuses the first field with an error, in document order, and scrolls its label and message into view. A hidden field
 * cannot be focused, so the visible input that represents it is marked as invalid.
 */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors = {}): void {
  const fields = Array.from(form.elements) as HTMLInputElement[]
  const field = fields.find(
    ({ name, type, ariaInvalid }) => type !== 'hidden' && (name in errors || ariaInvalid === 'true'),
  )
  if (!field) return
  field.focus()
  const wrapper = field.closest('.mantine-InputWrapper-root') ?? field
  wrapper.scrollIntoView({ block: 'nearest' })
}
