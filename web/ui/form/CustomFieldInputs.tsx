import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { maxTextLength } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { FieldValue, FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { fieldInputText as text } from '#texts/custom-fields.ts'
import { fieldValueText } from '#texts/field-values.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LazyDayInput } from './LazyDayInput.tsx'

interface InputProps {
  field: CustomField
  name: string
  value: FieldValue
  error?: string
}

/** Returns the choices of a custom field. Retired choices are included only if the stored value has them. */
function listOfferedChoices({ choices }: CustomField, value: FieldValue) {
  const stored = Array.isArray(value) ? value : [value]
  return choices
    .filter(({ id, isRetired }) => !isRetired || stored.includes(id))
    .map(({ id, label, isRetired }) => ({ value: id, label: isRetired ? text.retired({ label }) : label }))
}

/** Explanation below the label of a custom field. It tells members that nobody else sees a private field. */
function describeCustomField({ help, visibleTo }: CustomField): string | undefined {
  return [help, visibleTo === 'member' && text.onlyYou].filter(Boolean).join(' ') || undefined
}

function CustomDateField({ field, name, value, error }: InputProps) {
  const [day, setDay] = useState(typeof value === 'string' ? value : '')
  return (
    <div>
      <LazyDayInput
        label={field.label}
        description={describeCustomField(field)}
        withAsterisk={field.isRequired}
        day={day}
        error={error}
        onChange={setDay}
      />
      <input type="hidden" name={name} value={day} />
    </div>
  )
}

function CustomChoicesField({ field, name, value, error }: InputProps) {
  return (
    <Checkbox.Group
      label={field.label}
      description={describeCustomField(field)}
      withAsterisk={field.isRequired}
      error={error}
      defaultValue={Array.isArray(value) ? value : []}
    >
      <Columns template="repeat(auto-fill, minmax(min(100%, 130px), 1fr))" gap="8px 12px" mt={8}>
        {listOfferedChoices(field, value).map(choice => (
          <Checkbox key={choice.value} name={name} value={choice.value} label={choice.label} />
        ))}
      </Columns>
    </Checkbox.Group>
  )
}

function CustomFieldInput(props: InputProps) {
  const { field, name, value, error } = props
  const { kind, label, isRequired } = field
  if (kind === 'date') return <CustomDateField {...props} />
  if (kind === 'choices') return <CustomChoicesField {...props} />
  const shared = { name, label, description: describeCustomField(field), withAsterisk: isRequired, error }
  if (kind === 'boolean' || kind === 'choice') {
    const answers = [
      { value: 'yes', label: fieldValueText.yes },
      { value: 'no', label: fieldValueText.no },
    ]
    const stored = kind === 'choice' ? value : value === null ? '' : value ? 'yes' : 'no'
    const options = kind === 'choice' ? listOfferedChoices(field, value) : answers
    const none = { value: '', label: isRequired ? text.choose : text.noAnswer }
    return <NativeSelect {...shared} data={[none, ...options]} defaultValue={String(stored ?? '')} />
  }
  const initial = value === null ? '' : String(value)
  if (kind === 'long_text')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxTextLength.long_text}
        defaultValue={initial}
      />
    )
  const isNumber = kind === 'number'
  return (
    <TextInput
      {...shared}
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={isNumber ? 20 : maxTextLength.text}
      defaultValue={initial}
    />
  )
}

/** Inputs for custom fields, named by prefix and field id. `readCustomFieldValuesFromForm` reads the values. */
export function CustomFieldInputs({
  fields,
  values = {},
  errors,
  prefix,
}: {
  fields: CustomField[]
  values?: FieldValues
  errors: FieldErrors
  prefix: 'values' | 'customFields'
}) {
  return fields.map(field => (
    <CustomFieldInput
      key={field.id}
      field={field}
      name={`${prefix}.${field.id}`}
      value={values[field.id] ?? null}
      error={errors[`${prefix}.${field.id}`]}
    />
  ))
}
