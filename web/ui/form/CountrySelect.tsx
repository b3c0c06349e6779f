import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core'
import { type CSSProperties, lazy, Suspense } from 'react'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'

/** Country select with a search field, loaded on demand because short lists of countries need no search. */
const SearchableCountrySelect = lazy(async () => ({
  default: (await import('./SearchableCountrySelect.tsx')).SearchableCountrySelect,
}))

/** Number of countries up to which the browser's own select list is convenient. */
const maxNativeOptions = 30

export type CountrySelectProps = Pick<
  NativeSelectProps,
  | 'aria-label'
  | 'autoFocus'
  | 'className'
  | 'error'
  | 'id'
  | 'label'
  | 'name'
  | 'required'
  | 'size'
  | 'withAsterisk'
> & {
  countries: readonly Country[]
  styles?: { input: CSSProperties }
  value: string
  /** Label of the option for no country. Without this label, the user must choose a country. */
  emptyLabel?: string
  onChange: (country: Country | undefined) => void
}

/** Select for a country, named in the user's language. Long lists can be searched. */
export function CountrySelect(props: CountrySelectProps) {
  const { countries: listed, value, emptyLabel, onChange, ...input } = props
  // A selected country stays in the list after its registration closes. The server rejects it with a message.
  const countries = value ? sortCountries([...listed, value as Country]) : listed
  if (countries.length > maxNativeOptions)
    return (
      <Suspense fallback={<TextInput {...input} value={getCountryName(value)} readOnly />}>
        <SearchableCountrySelect {...props} countries={countries} />
      </Suspense>
    )
  const options = countries.map(country => ({ value: country as string, label: getCountryName(country) }))
  return (
    <NativeSelect
      {...input}
      autoComplete={input.name && 'country-name'}
      data={emptyLabel === undefined ? options : [{ value: '', label: emptyLabel }, ...options]}
      value={value}
      onChange={event => onChange((event.currentTarget.value || undefined) as Country | undefined)}
    />
  )
}
