// Editors of the segment conditions on custom fields and on roll-calls (safety checks).
import { NativeSelect } from '@mantine/core'
import {
  comparingOperators,
  type FieldOperator,
  operatorsOfKind,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import type { ConditionOf } from '#shared/contracts/segments/conditions.schemas.ts'
import { fieldFilterText, fieldOperatorLabels } from '#texts/custom-fields.ts'
import { segmentText as text } from '#texts/segments.ts'
import { CustomFieldFilterValueInput } from '#web/ui/form/CustomFieldFilterValueInput.tsx'
import { type ConditionChoices, createSegmentConditionOnCustomField } from './condition-kinds.ts'

type FieldEditorProps = {
  condition: ConditionOf<'field'>
  choices: ConditionChoices
  onChange: (condition: ConditionOf<'field'>) => void
}

export function CustomFieldSegmentConditionEditor({
  condition,
  choices: { fields },
  onChange,
}: FieldEditorProps) {
  const { fieldId, operator, value } = condition
  const field = fields.find(({ id }) => id === fieldId)
  const listed = fields.map(({ id, label }) => ({ value: String(id), label }))
  const setOperator = (next: FieldOperator) =>
    onChange({
      ...{ kind: 'field', fieldId, operator: next },
      ...(comparingOperators.includes(next) && { value: value ?? '' }),
    })
  return (
    <>
      <NativeSelect
        label={fieldFilterText.title}
        data={field ? listed : [{ value: String(fieldId), label: fieldFilterText.unknown }, ...listed]}
        value={String(fieldId)}
        onChange={event => {
          const next = fields.find(({ id }) => String(id) === event.currentTarget.value)
          if (next) onChange(createSegmentConditionOnCustomField(next))
        }}
      />
      {field && (
        <NativeSelect
          label={fieldFilterText.operator}
          data={operatorsOfKind[field.kind].map(name => ({ value: name, label: fieldOperatorLabels[name] }))}
          value={operator}
          onChange={event => setOperator(event.currentTarget.value as FieldOperator)}
        />
      )}
      {field && value !== undefined && (
        <CustomFieldFilterValueInput
          field={field}
          value={value}
          isWithin
          onChange={next => onChange({ ...condition, value: next })}
        />
      )}
    </>
  )
}

export function RollCallConditionEditor({
  condition,
  choices: { rollCalls },
  onChange,
}: {
  condition: ConditionOf<'rollCall'>
  choices: ConditionChoices
  onChange: (condition: ConditionOf<'rollCall'>) => void
}) {
  const { rollCallId, participation } = condition
  const isListed = rollCalls.some(({ value }) => value === String(rollCallId))
  return (
    <>
      <NativeSelect
        aria-label={text.participation}
        data={[
          { value: 'answered', label: text.answered },
          { value: 'silent', label: text.silent },
        ]}
        value={participation}
        onChange={event =>
          onChange({
            ...condition,
            participation: event.currentTarget.value === 'silent' ? 'silent' : 'answered',
          })
        }
      />
      <NativeSelect
        aria-label={text.kinds.rollCall}
        data={isListed ? rollCalls : [{ value: String(rollCallId), label: `#${rollCallId}` }, ...rollCalls]}
        value={String(rollCallId)}
        onChange={event => onChange({ ...condition, rollCallId: Number(event.currentTarget.value) })}
      />
    </>
  )
}
