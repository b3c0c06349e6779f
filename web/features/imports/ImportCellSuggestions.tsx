import {
  getCustomFieldIdOfImportTarget,
  type ImportTarget,
} from '#shared/contracts/imports/import-targets.ts'
import type { ImportCustomField } from '#shared/contracts/imports/imports.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { birthStates } from '#shared/form-choices.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'

/** Suggested values for an import cell whose field has a fixed set of values. */
export function ImportCellSuggestions({
  id,
  target,
  fields,
}: {
  id: string
  target: ImportTarget
  fields: ImportCustomField[]
}) {
  const countries = useCountriesOpenForRegistration()
  const choices: Partial<Record<ImportTarget, (string | null)[]>> = {
    currentCountry: countries.map(getCountryName),
    birthState: [...birthStates],
    educationLevel: Object.values(educationLevelLabels),
  }
  const fieldId = getCustomFieldIdOfImportTarget(target)
  const values = fieldId ? fields.find(field => field.id === fieldId)?.choices : choices[target]
  return values ? (
    <datalist id={id}>{values.map(value => value && <option key={value} value={value} />)}</datalist>
  ) : null
}
