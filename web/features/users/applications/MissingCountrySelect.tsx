import type { Country } from '#shared/countries/countries.ts'
import { usersText as text } from '#texts/users.ts'
import { missingInputStyles } from '#web/features/users/missing-input-styles.ts'
import { useOpenCountries } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'

/** Select for an applicant's missing country, which approval requires. `chosen` is the country being saved. */
export function MissingCountrySelect({
  name,
  chosen = '',
  onChoose,
}: {
  name: string
  chosen?: string
  onChoose: (country: Country) => void
}) {
  return (
    <CountrySelect
      size="xs"
      styles={missingInputStyles}
      aria-label={text.setCountryOf({ name })}
      countries={useOpenCountries()}
      emptyLabel={text.setCountry}
      value={chosen}
      onChange={country => country && onChoose(country)}
    />
  )
}
