import { TextInput } from '@mantine/core'
import { IdentityFields } from './IdentityFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { registrationText as text } from './registration.text.ts'
import type { FieldProps } from './Section.tsx'

export function Phone({ initial, errors }: FieldProps) {
  return (
    <TextInput
      name="phone"
      type="tel"
      label={text.phone}
      placeholder={text.phoneExample}
      autoComplete="tel"
      defaultValue={initial.phone}
      error={errors.phone}
    />
  )
}

/** `kept`: an identity number that is already stored, masked. */
export function PersonalFields({ initial, errors, kept }: FieldProps & { kept?: string | null }) {
  return (
    <>
      <IdentityFields initial={initial} errors={errors} kept={kept} />
      <Phone initial={initial} errors={errors} />
      <PlaceFields initial={initial} errors={errors} />
    </>
  )
}
