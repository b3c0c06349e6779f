import type { ImportField } from '#shared/contracts/imports/imports.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { birthStates } from '#shared/form-choices.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { useOpenCountries } from '#web/lib/query/use-countries.ts'

/** Values that the browser offers while the user types a cell of a field with known values. */
export function ImportCellChoices({ id, field }: { id: string; field: ImportField }) {
  const countries = useOpenCountries()
  const choices: Partial<Record<ImportField, (string | null)[]>> = {
    currentCountry: countries.map(getCountryName),
    birthState: [...birthStates],
    educationLevel: Object.values(educationLevelLabels),
  }
  const values = choices[field]
  return values ? (
    <datalist id={id}>{values.map(value => value && <option key={value} value={value} />)}</datalist>
  ) : null
}
