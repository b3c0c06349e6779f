import { NativeSelect } from '@mantine/core'
import { type Country, countries } from '#shared/countries/countries.ts'
import { usersText as text } from '#texts/users.ts'
import { missingInputStyles } from '#web/features/users/missing-input-styles.ts'

const choices = [{ value: '', label: text.setCountry }, ...countries]

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
    <NativeSelect
      size="xs"
      styles={missingInputStyles}
      aria-label={text.setCountryOf({ name })}
      data={choices}
      value={chosen}
      onChange={event => onChoose(event.currentTarget.value as Country)}
    />
  )
}
