// Writes conditions on custom fields as text, for the URL of a member list and for a saved list view.
// Example: `12.chosen.x7~15.atLeast.3` means choice x7 in custom field 12 and at least 3 in custom field 15.
import { comparingOperators, type FieldCondition, type FieldOperator, fieldOperators } from './field-kinds.ts'

/** Maximum number of conditions on custom fields in one filter. */
export const maxConditions = 10

/** Percent-encodes a value, including "~" and ".", which separate filter conditions in the URL. */
const encodeValue = (value: string) =>
  encodeURIComponent(value).replace(/[.~]/g, letter => (letter === '.' ? '%2E' : '%7E'))

export function serializeCustomFieldFilterConditions(conditions: FieldCondition[]): string {
  return conditions
    .map(({ fieldId, operator, value }) =>
      [fieldId, operator, ...(value === undefined ? [] : [encodeValue(value)])].join('.'),
    )
    .join('~')
}

function decodeValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function isComparable(operator: FieldOperator, value: string): boolean {
  if (operator === 'contains' || operator === 'chosen') return value !== '' && value.length <= 200
  if (operator === 'on' || operator === 'from' || operator === 'to') {
    return /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) && isCalendarDay(value)
  }
  return /^-?\d{1,13}(\.\d{1,6})?$/.test(value)
}

/** Whether the day exists in the calendar. Date parsing alone would accept 2026-02-30 as a day in March. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/**
 * True when the condition has a value exactly if its operator needs one, and the value has the form that the operator
 * requires.
 */
export function isValidCustomFieldCondition({ operator, value }: Omit<FieldCondition, 'fieldId'>): boolean {
  if (!comparingOperators.includes(operator)) return value === undefined
  // A value with a NUL character is invalid, because PostgreSQL cannot store such a character.
  return value !== undefined && !value.includes('\0') && isComparable(operator, value)
}

function parseCondition(text: string): FieldCondition | undefined {
  const [id = '', name = '', encoded, ...rest] = text.split('.')
  const operator = fieldOperators.find(known => known === name)
  if (!operator || rest.length > 0 || !/^[1-9]\d{0,8}$/.test(id)) return undefined
  const value = encoded === undefined ? undefined : decodeValue(encoded)
  if (encoded !== undefined && value === undefined) return undefined
  if (!isValidCustomFieldCondition({ operator, value })) return undefined
  return { fieldId: Number(id), operator, ...(value !== undefined && { value }) }
}

/** Parses conditions on custom fields from text. Returns undefined when they are malformed or too many. */
export function parseCustomFieldFilterConditions(text: string): FieldCondition[] | undefined {
  if (text === '') return []
  const conditions = text.split('~').map(parseCondition)
  if (conditions.length > maxConditions || conditions.includes(undefined)) return undefined
  return conditions as FieldCondition[]
}
