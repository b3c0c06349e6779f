import * as z from 'zod/mini'
import { birthStates, countries, educationLevels, socialPlatforms } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { parseIcNumber } from '#shared/ic-number.ts'
import { choice, isRecord, line, optional } from './text.ts'

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const webAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.refine(isWebAddress, 'Pautan mestilah bermula dengan http:// atau https://'),
  )

const year = z.union([z.literal(''), z.int().check(z.minimum(1950), z.maximum(2100))])

/** What a person tells about themselves beyond name and address; all of it may wait. */
export const personShape = {
  icNumber: optional(
    z.string().check(
      z.trim(),
      z.refine(
        text => text === '' || parseIcNumber(text) !== undefined,
        'No. kad pengenalan tidak sah (contoh: 990101-14-5678)',
      ),
    ),
  ),
  phone: optional(
    z.string().check(
      z.trim(),
      z.refine(
        text => text === '' || /^\+?[\d ()-]{6,20}$/.test(text),
        'Nombor telefon tidak sah (contoh: +44 7700 900123)',
      ),
    ),
  ),
  birthState: choice(birthStates),
  currentCountry: choice(countries),
  socialMedia: z.optional(
    z.array(z.strictObject({ platform: z.enum(socialPlatforms), url: webAddress })).check(z.maxLength(12)),
  ),
  clubId: optional(z.union([z.literal(''), id])),
  institution: optional(line(200)),
  course: optional(line(200)),
  educationLevel: choice(educationLevels),
  startYear: optional(year),
  endYear: optional(year),
}

/** What the forms hold to, because nobody is approved without one; the calls themselves do without. */
export const hasCountry = z.refine<{ currentCountry?: string | null }>(
  ({ currentCountry }) => Boolean(currentCountry),
  { path: ['currentCountry'], message: 'Sila pilih negara', when: ({ value }) => isRecord(value) },
)

interface WithYears {
  startYear?: number | null
  endYear?: number | null
}

export const yearsInOrder = z.refine<WithYears>(
  ({ startYear, endYear }) => !startYear || !endYear || endYear >= startYear,
  {
    path: ['endYear'],
    message: 'Tahun tamat tidak boleh sebelum tahun mula',
    when: ({ value }) => isRecord(value),
  },
)
