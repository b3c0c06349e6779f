// Finds filter conditions, segment conditions and list columns whose custom field no longer exists.
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { parseCustomFieldFilterConditions } from '#shared/contracts/custom-fields/field-conditions.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import { missingFieldText as text } from '#texts/custom-fields.ts'

/** Custom fields that users can choose, and removed custom fields whose labels are not deleted yet. */
export interface KnownFields {
  fields: CustomField[]
  removedFields: CustomField[]
}

/**
 * Describes why a reference to a custom field finds nothing; undefined when the field exists and, if the condition
 * compares with a choice, the choice exists.
 */
export function describeReferenceToUnavailableCustomField(
  { fieldId, operator, value }: { fieldId: number } & Partial<FieldCondition>,
  { fields, removedFields }: KnownFields,
): string | undefined {
  const field = fields.find(({ id }) => id === fieldId)
  const removed = removedFields.find(({ id }) => id === fieldId)
  if (!field) return removed ? text.removed({ label: removed.label }) : text.unavailable
  const isChoiceMissing = operator === 'chosen' && !field.choices.some(({ id }) => id === value)
  return isChoiceMissing ? text.noChoice({ label: field.label }) : undefined
}

/** Filter condition or column whose custom field is missing. `remaining`: the other conditions or columns. */
export type MissingField =
  | { text: string; kind: 'condition'; remaining: FieldCondition[] }
  | { text: string; kind: 'column'; remaining: number[] }

/** Lists the conditions of a filter and the columns of a list that refer to missing custom fields or choices. */
export function listReferencesToMissingCustomFields(
  where: string | undefined,
  columnIds: number[],
  known: KnownFields,
): MissingField[] {
  const conditions = parseCustomFieldFilterConditions(where ?? '') ?? []
  const inFilter = conditions.flatMap((condition, index): MissingField[] => {
    const problem = describeReferenceToUnavailableCustomField(condition, known)
    const remaining = conditions.filter((_, other) => other !== index)
    return problem ? [{ text: text.ofFilter({ problem }), kind: 'condition', remaining }] : []
  })
  const inColumns = columnIds.flatMap((fieldId): MissingField[] => {
    const problem = describeReferenceToUnavailableCustomField({ fieldId }, known)
    const remaining = columnIds.filter(id => id !== fieldId)
    return problem ? [{ text: text.ofColumn({ problem }), kind: 'column', remaining }] : []
  })
  return [...inFilter, ...inColumns]
}
