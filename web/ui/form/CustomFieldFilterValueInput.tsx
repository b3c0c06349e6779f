import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { isChoiceKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import { parseNumber } from '#shared/fields/parse-number.ts'
import { fieldFilterText as text } from '#texts/custom-fields.ts'
import { LazyDayInput } from './LazyDayInput.tsx'

/** Input for the value in a filter condition on a custom field: a day, a choice, a number or a text. */
export function CustomFieldFilterValueInput({
  field: { kind, choices },
  value,
  isWithin,
  onChange,
}: {
  field: CustomField
  value: string
  /** Whether the input is in a popover or dialog, which would close on a click on a calendar outside of it. */
  isWithin: boolean
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const normalize = (input: string) => (kind === 'number' ? String(parseNumber(input) ?? input) : input)
  const isUnreadable = kind === 'number' && value !== '' && parseNumber(value) === undefined
  if (kind === 'date')
    return <LazyDayInput label={text.value} day={value} isWithin={isWithin} onChange={onChange} />
  if (isChoiceKind(kind)) {
    const options = choices.map(({ id, label }) => ({ value: id, label }))
    return (
      <NativeSelect
        label={text.value}
        data={[{ value: '', label: '' }, ...options]}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={text.value}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      maxLength={200}
      error={isUnreadable && text.noNumber}
      // A number is reported in the format of filter conditions, while the field shows it as typed, such as 1,500.
      value={normalize(typed) === value ? typed : value}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onChange(normalize(event.currentTarget.value))
      }}
    />
  )
}
