// Describes filter conditions on custom fields in words, for filters and segments (saved member filters).
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldOperatorLabels } from '#texts/custom-fields.ts'
import { formatCalendarDate } from '#web/lib/format/format.ts'

function formatConditionValue(
  { operator, value }: Omit<FieldCondition, 'fieldId'>,
  field: CustomField | undefined,
): string | undefined {
  if (operator === 'chosen') return field?.choices.find(({ id }) => id === value)?.label
  const isDate = operator === 'on' || operator === 'from' || operator === 'to'
  return isDate ? formatCalendarDate(value) : value
}

/** Describes operator and value of a filter condition, such as "at least 3". */
export function formatConditionOperatorAndValue(
  condition: Omit<FieldCondition, 'fieldId'>,
  field: CustomField | undefined,
): string {
  return [fieldOperatorLabels[condition.operator], formatConditionValue(condition, field)]
    .filter(Boolean)
    .join(' ')
}
