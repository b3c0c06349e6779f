import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { registrationText as text } from '#texts/registration.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import type { FieldProps } from './FormSection.tsx'

/** Select for the country of residence. Offers the countries open for registration and the stored country. */
export function CountryOfResidenceSelect({
  initial,
  errors,
  onChange,
}: FieldProps & { onChange?: (country: string) => void }) {
  const [country, setCountry] = useState(initial.currentCountry ?? '')
  return (
    <CountrySelect
      name="currentCountry"
      label={labels.currentCountry}
      countries={useCountriesOpenForRegistration(initial.currentCountry)}
      emptyLabel={text.choose}
      required
      withAsterisk
      value={country}
      error={errors.currentCountry}
      onChange={chosen => {
        setCountry(chosen ?? '')
        onChange?.(chosen ?? '')
      }}
    />
  )
}

/** Selects for country and club. Only clubs of the selected country are offered. */
export function CountryAndClubFields({ initial, errors }: FieldProps) {
  const [country, setCountry] = useState(initial.currentCountry ?? '')
  const clubs = useClubOptions(country)
  const options = (clubs.data ?? []).map(({ id, name, city }) => ({
    value: String(id),
    label: city && !name.includes(city) ? `${name} (${city})` : name,
  }))
  const hint = () => {
    if (country === '') return text.clubFirstCountry
    if (clubs.isPending) return text.clubLoading
    return options.length === 0 ? text.clubNone : text.choose
  }
  return (
    <>
      <CountryOfResidenceSelect initial={initial} errors={errors} onChange={setCountry} />
      <NativeSelect
        // A new React key remounts the club select for each country, which clears the club of the previous country.
        key={`${country} ${clubs.isPending}`}
        name="clubId"
        label={labels.clubId}
        description={clubs.error ? text.clubFailed : undefined}
        data={[{ value: '', label: hint() }, ...options]}
        defaultValue={country === initial.currentCountry ? initial.clubId : ''}
        disabled={options.length === 0}
        error={errors.clubId}
      />
    </>
  )
}
