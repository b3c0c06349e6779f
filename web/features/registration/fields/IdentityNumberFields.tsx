import { NativeSelect, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { birthStates } from '#shared/form-choices.ts'
import {
  formatIdentityNumber,
  getAgeFromIdentityNumber,
  getStateOfBirthFromIdentityNumber,
  unreadableIcNumber,
} from '#shared/ic-number.ts'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { registrationText as text } from '#texts/registration.ts'
import type { FieldProps } from './FormSection.tsx'

const wrapperOrder = ['label', 'input', 'description', 'error'] as const

/** Inserts dashes into the identity card number during typing and keeps the cursor at the same digit. */
function formatIdentityNumberInput({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  const formatted = formatIdentityNumber(input.value)
  input.value = formatted
  let position = 0
  for (let digits = 0; digits < digitsBefore && position < formatted.length; position++) {
    if (formatted[position] !== '-') digits++
  }
  input.setSelectionRange(position, position)
  return formatted
}

/** Text below the field for the identity card number: the masked stored number, a hint, or that decryption failed. */
function describeStoredNumber(kept?: string | null): string {
  if (kept === unreadableIcNumber) return text.icNumberUnreadable
  return kept ? text.icNumberKept({ masked: kept }) : text.icNumberHelp
}

/** Field for the identity card number, with the age and a suggested birth state derived from the number. */
export function IdentityNumberFields({ initial, errors, kept }: FieldProps & { kept?: string | null }) {
  const [icNumber, setIcNumber] = useState(initial.icNumber ?? '')
  const [chosenState, setChosenState] = useState<string | undefined>(initial.birthState || undefined)
  const suggestedState = getStateOfBirthFromIdentityNumber(icNumber)
  const isSuggested = chosenState === undefined && suggestedState !== undefined
  return (
    <>
      <TextInput
        name="icNumber"
        label={labels.icNumber}
        placeholder={text.icNumberExample}
        description={describeStoredNumber(kept)}
        inputWrapperOrder={[...wrapperOrder]}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={initial.icNumber}
        error={errors.icNumber}
        onChange={event => setIcNumber(formatIdentityNumberInput(event))}
      />
      <TextInput
        label={text.age}
        description={text.ageHelp}
        inputWrapperOrder={[...wrapperOrder]}
        readOnly
        variant="filled"
        value={getAgeFromIdentityNumber(icNumber) ?? initial.age ?? ''}
      />
      <NativeSelect
        name="birthState"
        label={labels.birthState}
        description={isSuggested ? text.birthStateSuggested : undefined}
        inputWrapperOrder={[...wrapperOrder]}
        data={[{ value: '', label: text.choose }, ...birthStates]}
        value={chosenState ?? suggestedState ?? ''}
        error={errors.birthState}
        onChange={event => setChosenState(event.currentTarget.value)}
      />
    </>
  )
}
