import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldValue, FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { parseNumber } from '#shared/fields/parse-number.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { formatCalendarDate, formatNumber } from '#web/lib/format/format.ts'

function readCustomFieldInput({ kind }: CustomField, entries: FormDataEntryValue[]): FieldValue {
  if (kind === 'choices') return entries.map(String)
  const text = String(entries[0] ?? '')
  if (text.trim() === '') return null
  // Text that is not a number stays unchanged, so that validation reports it.
  if (kind === 'number') return parseNumber(text) ?? text
  return kind === 'boolean' ? text === 'yes' : text
}

/** Reads the inputs of custom fields in a form. Input names consist of the prefix and the field's id. */
export function readCustomFieldValuesFromForm(
  form: HTMLFormElement,
  fields: CustomField[],
  prefix: string,
): FieldValues {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.map(field => [field.id, readCustomFieldInput(field, data.getAll(`${prefix}.${field.id}`))]),
  )
}

/** Formats the value of a custom field for display. Returns undefined when the field has no value. */
export function formatCustomFieldValue(
  { kind, choices }: Pick<CustomField, 'kind' | 'choices'>,
  value: FieldValue | undefined,
): string | undefined {
  if (value === null || value === undefined) return undefined
  if (kind === 'boolean') return value ? fieldValueText.yes : fieldValueText.no
  if (kind === 'date') return formatCalendarDate(String(value))
  if (typeof value === 'number') return formatNumber(value)
  if (kind !== 'choice' && kind !== 'choices') return String(value)
  const ids = Array.isArray(value) ? value : [value]
  return choices
    .filter(({ id }) => ids.includes(id))
    .map(({ label }) => label)
    .join(', ')
}

/** Groups custom fields by section, in the order in which their sections first appear. */
export function groupCustomFieldsBySection<Field extends CustomField>(
  fields: Field[],
): [section: string, Field[]][] {
  const sections = new Map<string, Field[]>()
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field])
  return [...sections]
}
