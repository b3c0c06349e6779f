import { Button, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { parseCustomFieldFilterConditions } from '#shared/contracts/custom-fields/field-conditions.ts'
import {
  comparingOperators,
  type FieldOperator,
  operatorsOfKind,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldOperatorLabels, fieldFilterText as text } from '#texts/custom-fields.ts'
import { CustomFieldFilterValueInput } from '#web/ui/form/CustomFieldFilterValueInput.tsx'
import { addCustomFieldConditionToUserFilter } from './field-conditions.ts'

/** Form in the filter pop-up that adds a condition on a custom field: the field, the comparison and the value. */
export function CustomFieldConditionForm({
  fields,
  where,
  isWithin,
  onChange,
}: {
  fields: CustomField[]
  where: string | undefined
  /** Whether the form is inside a popover. A calendar outside the popover would close it when clicked. */
  isWithin: boolean
  onChange: (where: string) => void
}) {
  const group = useRef<HTMLDivElement>(null)
  const fieldSelect = useRef<HTMLSelectElement>(null)
  const [fieldId, setFieldId] = useState('')
  const [chosenOperator, setOperator] = useState<FieldOperator>()
  const [value, setValue] = useState('')
  const field = fields.find(({ id }) => String(id) === fieldId)
  const operators = field ? operatorsOfKind[field.kind] : []
  const operator = operators.find(known => known === chosenOperator) ?? operators[0]
  const isComparing = operator !== undefined && comparingOperators.includes(operator)
  useEffect(() => {
    // When a custom field is chosen, its inputs at the end of the pop-up are scrolled into view.
    if (field) group.current?.scrollIntoView({ block: 'nearest' })
  }, [field])
  const condition = field &&
    operator && { fieldId: field.id, operator, ...(isComparing && { value: value.trim() }) }
  const next = condition && addCustomFieldConditionToUserFilter(where, condition)
  if (fields.length === 0) return null
  const chooseField = (id: string) => {
    setFieldId(id)
    setOperator(undefined)
    setValue('')
  }
  return (
    <Stack ref={group} gap="sm" role="group" aria-label={text.title}>
      <NativeSelect
        ref={fieldSelect}
        label={text.title}
        data={[
          { value: '', label: text.choose },
          ...fields.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        value={fieldId}
        onChange={event => chooseField(event.currentTarget.value)}
      />
      {field && (
        <NativeSelect
          label={text.operator}
          data={operators.map(name => ({ value: name, label: fieldOperatorLabels[name] }))}
          value={operator}
          onChange={event => setOperator(event.currentTarget.value as FieldOperator)}
        />
      )}
      {field && isComparing && (
        <CustomFieldFilterValueInput field={field} value={value} isWithin={isWithin} onChange={setValue} />
      )}
      {next !== undefined && (
        <Button
          variant="light"
          disabled={parseCustomFieldFilterConditions(next) === undefined}
          onClick={() => {
            onChange(next)
            chooseField('')
            // The button that adds a filter condition disappears after use, so the select takes the focus.
            // The Escape key closes a popover only if the focus is inside it.
            fieldSelect.current?.focus()
          }}
        >
          {text.add}
        </Button>
      )}
    </Stack>
  )
}
