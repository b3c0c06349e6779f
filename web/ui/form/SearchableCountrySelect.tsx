import '@mantine/core/styles/Combobox.css'
import { Select } from '@mantine/core'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { countryText as text } from '#texts/country-list.ts'
import { doesCountryNameMatch } from '#web/lib/form/match-country.ts'
import type { CountrySelectProps } from './CountrySelect.tsx'

/** Select for a long list of countries, with a search field. */
export function SearchableCountrySelect({
  countries,
  value,
  emptyLabel,
  onChange,
  ...input
}: CountrySelectProps) {
  return (
    <Select
      {...input}
      searchable
      clearable={emptyLabel !== undefined}
      placeholder={emptyLabel}
      nothingFoundMessage={text.notFound}
      data={countries.map(country => ({ value: country as string, label: getCountryName(country) }))}
      filter={({ options, search }) =>
        options.filter(option => 'value' in option && doesCountryNameMatch(option.value, search))
      }
      value={value || null}
      clearButtonProps={{ 'aria-label': emptyLabel }}
      onChange={country => onChange((country ?? undefined) as Country | undefined)}
    />
  )
}
