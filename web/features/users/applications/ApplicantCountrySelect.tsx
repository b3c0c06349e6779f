import type { Country } from '#shared/countries/countries.ts'
import { usersText as text } from '#texts/users.ts'
import { missingInputStyles } from '#web/features/users/missing-input-styles.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'

/**
 * Select for an applicant's missing country, without which approval is impossible. `chosen`: the country being saved.
 */
export function ApplicantCountrySelect({
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
      countries={useCountriesOpenForRegistration()}
      emptyLabel={text.setCountry}
      value={chosen}
      onChange={country => country && onChoose(country)}
    />
  )
}
