import { NativeSelect, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { personFields as fields } from '#shared/contracts/person-fields.ts'
import { birthStates } from '#shared/form-choices.ts'
import {
  ageFromIcNumber,
  birthStateFromIcNumber,
  formatIcNumber,
  unreadableIcNumber,
} from '#shared/ic-number.ts'
import { registrationText as text } from './registration.text.ts'
import type { FieldProps } from './Section.tsx'

const states = [{ value: '', label: text.choose }, ...birthStates]
const below = ['label', 'input', 'description', 'error'] as const

/** Dashes come and go by themselves; the caret stays behind the digit it was behind. */
function formatInPlace({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  const shown = formatIcNumber(input.value)
  input.value = shown
  let place = 0
  for (let digits = 0; digits < digitsBefore && place < shown.length; place++) {
    if (shown[place] !== '-') digits++
  }
  input.setSelectionRange(place, place)
  return shown
}

/** What to say of the number that is there already, if one is. */
function aboutKept(kept?: string | null): string {
  if (kept === unreadableIcNumber) return text.icNumberUnreadable
  return kept ? text.icNumberKept(kept) : text.icNumberHelp
}

/** The identity number and what it tells: the age, and a first guess at the state of birth. */
export function IdentityFields({ initial, errors, kept }: FieldProps & { kept?: string | null }) {
  const [icNumber, setIcNumber] = useState(initial.icNumber ?? '')
  const [chosen, setChosen] = useState<string | undefined>(initial.birthState || undefined)
  const suggested = birthStateFromIcNumber(icNumber)
  const isSuggested = chosen === undefined && suggested !== undefined
  return (
    <>
      <TextInput
        name="icNumber"
        label={fields.icNumber.label}
        placeholder={text.icNumberExample}
        description={aboutKept(kept)}
        inputWrapperOrder={[...below]}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={initial.icNumber}
        error={errors.icNumber}
        onChange={event => setIcNumber(formatInPlace(event))}
      />
      <TextInput
        label={text.age}
        description={text.ageHelp}
        inputWrapperOrder={[...below]}
        readOnly
        value={ageFromIcNumber(icNumber) ?? initial.age ?? ''}
      />
      <NativeSelect
        name="birthState"
        label={fields.birthState.label}
        description={isSuggested ? text.birthStateSuggested : undefined}
        inputWrapperOrder={[...below]}
        data={states}
        value={chosen ?? suggested ?? ''}
        error={errors.birthState}
        onChange={event => setChosen(event.currentTarget.value)}
      />
    </>
  )
}
