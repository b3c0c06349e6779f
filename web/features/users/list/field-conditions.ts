import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  parseCustomFieldFilterConditions,
  serializeCustomFieldFilterConditions,
} from '#shared/contracts/custom-fields/field-conditions.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldFilterText } from '#texts/custom-fields.ts'
import { formatConditionOperatorAndValue } from '#web/lib/form/field-conditions.ts'

/** Adds a condition on a custom field to `where`, the serialized conditions of the user filter. */
export function addCustomFieldConditionToUserFilter(
  where: string | undefined,
  condition: FieldCondition,
): string {
  return serializeCustomFieldFilterConditions([
    ...(parseCustomFieldFilterConditions(where ?? '') ?? []),
    condition,
  ])
}

/** Returns one removable chip per filter condition on a custom field. */
export function listUserFilterChipsForCustomFields(
  where: string | undefined,
  fields: CustomField[],
  onChange: (where: string | undefined) => void,
) {
  const conditions = parseCustomFieldFilterConditions(where ?? '') ?? []
  return conditions.map((condition, index) => {
    const field = fields.find(({ id }) => id === condition.fieldId)
    const rest = conditions.filter((_, other) => other !== index)
    return {
      label: field?.label ?? fieldFilterText.unknown,
      value: formatConditionOperatorAndValue(condition, field),
      onRemove: () => onChange(serializeCustomFieldFilterConditions(rest) || undefined),
    }
  })
}
