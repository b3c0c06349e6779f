import * as z from 'zod/mini'
import { canRunCrossFieldChecks } from '#shared/fields/text.ts'
import { personFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'
import { formFieldKeys, pickPersonFieldSchemas } from './person-fields.ts'

/** Optional fields of the registration and profile forms, besides name and email address. */
export const personFormFields = pickPersonFieldSchemas(formFieldKeys, 'told')

/**
 * Requires a country in the forms, because an application without country cannot be approved. The API accepts requests
 * without it.
 */
export const hasCountry = z.refine<{ currentCountry?: string | null }>(
  ({ currentCountry }) => Boolean(currentCountry),
  { path: ['currentCountry'], error: () => validationText.country, when: canRunCrossFieldChecks },
)

interface WithYears {
  startYear?: number | null
  endYear?: number | null
}

export const yearsInOrder = z.refine<WithYears>(
  // The check of start and end year ignores values that are not numbers, because another check reports them.
  ({ startYear, endYear }) =>
    typeof startYear !== 'number' || typeof endYear !== 'number' || endYear >= startYear,
  {
    path: ['endYear'],
    error: () => personFieldErrors.yearsOrder,
    when: canRunCrossFieldChecks,
  },
)
