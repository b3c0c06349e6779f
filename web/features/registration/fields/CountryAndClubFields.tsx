import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { personFields as fields } from '#shared/contracts/users/person-fields.ts'
import { countries } from '#shared/countries/countries.ts'
import { registrationText as text } from '#texts/registration.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import type { FieldProps } from './FormSection.tsx'

export function CountrySelect({
  initial,
  errors,
  onChange,
}: FieldProps & { onChange?: (country: string) => void }) {
  return (
    <NativeSelect
      name="currentCountry"
      label={fields.currentCountry.label}
      data={[{ value: '', label: text.choose }, ...countries]}
      autoComplete="country-name"
      required
      withAsterisk
      defaultValue={initial.currentCountry}
      error={errors.currentCountry}
      onChange={event => onChange?.(event.currentTarget.value)}
    />
  )
}

/** Country and club selects. Only clubs of the selected country are offered. */
export function CountryAndClubFields({ initial, errors }: FieldProps) {
  const [country, setCountry] = useState(initial.currentCountry ?? '')
  const clubs = useClubOptions(country)
  const options = (clubs.data ?? []).map(({ id, name, city }) => ({
    value: String(id),
    label: city ? `${name} (${city})` : name,
  }))
  const hint = () => {
    if (country === '') return text.clubFirstCountry
    if (clubs.isPending) return text.clubLoading
    return options.length === 0 ? text.clubNone : text.choose
  }
  return (
    <>
      <CountrySelect initial={initial} errors={errors} onChange={setCountry} />
      <NativeSelect
        // A new React key remounts the club select for each country, which clears the club of the previous country.
        key={`${country} ${clubs.isPending}`}
        name="clubId"
        label={fields.clubId.label}
        description={clubs.error ? text.clubFailed : undefined}
        data={[{ value: '', label: hint() }, ...options]}
        defaultValue={country === initial.currentCountry ? initial.clubId : ''}
        disabled={options.length === 0}
        error={errors.clubId}
      />
    </>
  )
}
