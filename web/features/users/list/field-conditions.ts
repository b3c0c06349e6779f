import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  formatFieldConditions,
  parseFieldConditions,
} from '#shared/contracts/custom-fields/field-conditions.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldFilterText, fieldOperatorLabels } from '#texts/custom-fields.ts'
import { formatCalendarDate } from '#web/lib/format/format.ts'

function formatValue(
  { operator, value }: FieldCondition,
  field: CustomField | undefined,
): string | undefined {
  if (operator === 'chosen') return field?.choices.find(({ id }) => id === value)?.label
  const isDate = operator === 'on' || operator === 'from' || operator === 'to'
  return isDate ? formatCalendarDate(value) : value
}

/** Adds a condition to the text form of a filter's conditions. */
export function addFieldCondition(where: string | undefined, condition: FieldCondition): string {
  return formatFieldConditions([...(parseFieldConditions(where ?? '') ?? []), condition])
}

/** Lists a chip for each condition on a custom field. Removing a chip removes its condition. */
export function listConditionChips(
  where: string | undefined,
  fields: CustomField[],
  onChange: (where: string | undefined) => void,
) {
  const conditions = parseFieldConditions(where ?? '') ?? []
  return conditions.map((condition, index) => {
    const field = fields.find(({ id }) => id === condition.fieldId)
    const rest = conditions.filter((_, other) => other !== index)
    return {
      label: field?.label ?? fieldFilterText.unknown,
      value: [fieldOperatorLabels[condition.operator], formatValue(condition, field)]
        .filter(Boolean)
        .join(' '),
      onRemove: () => onChange(formatFieldConditions(rest) || undefined),
    }
  })
}
