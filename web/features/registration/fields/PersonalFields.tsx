import { TextInput } from '@mantine/core'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { registrationText as text } from '#texts/registration.ts'
import { CountryAndClubFields } from './CountryAndClubFields.tsx'
import type { FieldProps } from './FormSection.tsx'
import { IdentityNumberFields } from './IdentityNumberFields.tsx'

/** Field for the phone number, which members may also change themselves later. */
export function PhoneNumberField({ initial, errors }: FieldProps) {
  return (
    <TextInput
      name="phone"
      type="tel"
      label={labels.phone}
      placeholder={text.phoneExample}
      autoComplete="tel"
      defaultValue={initial.phone}
      error={errors.phone}
    />
  )
}

/** Identity, contact, country and club fields. `kept` is the stored identity card number in masked form. */
export function PersonalFields({ initial, errors, kept }: FieldProps & { kept?: string | null }) {
  return (
    <>
      <IdentityNumberFields initial={initial} errors={errors} kept={kept} />
      <PhoneNumberField initial={initial} errors={errors} />
      <CountryAndClubFields initial={initial} errors={errors} />
    </>
  )
}
