import * as z from 'zod/mini'
import { schemasOf, toldKeys } from './person-fields.ts'
import { isRecord } from './text.ts'

/** What a person tells about themselves beyond name and address; all of it may wait. */
export const personShape = schemasOf(toldKeys, 'told')

/** What the forms hold to, because nobody is approved without one; the calls themselves do without. */
export const hasCountry = z.refine<{ currentCountry?: string | null }>(
  ({ currentCountry }) => Boolean(currentCountry),
  { path: ['currentCountry'], message: 'Sila pilih negara', when: isRecord },
)

interface WithYears {
  startYear?: number | null
  endYear?: number | null
}

export const yearsInOrder = z.refine<WithYears>(
  // Also asked of what is no year, which may refuse to be compared.
  ({ startYear, endYear }) =>
    typeof startYear !== 'number' || typeof endYear !== 'number' || endYear >= startYear,
  {
    path: ['endYear'],
    message: 'Tahun tamat tidak boleh sebelum tahun mula',
    when: isRecord,
  },
)
