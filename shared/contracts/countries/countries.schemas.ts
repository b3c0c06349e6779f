import * as z from 'zod/mini'
import { countries } from '#shared/countries/countries.ts'

export const country = z.enum(countries)

/** Country that is open for registration, or that has members or clubs. */
export const listedCountry = z.object({ country, isOpen: z.boolean() })

/** Country with its number of active members and its number of clubs. */
export const managedCountry = z.extend(listedCountry, { members: z.int(), clubs: z.int() })
export type ManagedCountry = z.infer<typeof managedCountry>

export const openCountryBody = z.strictObject({ country, isOpen: z.boolean() })
export type OpenCountryBody = z.infer<typeof openCountryBody>
