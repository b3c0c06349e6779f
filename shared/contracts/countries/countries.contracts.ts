import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { country, listedCountry, managedCountry, openCountryBody } from './countries.schemas.ts'

/** Lists the countries that the registration form offers. */
export const listCountriesOpenForRegistration = defineContract({
  access: 'public',
  answer: z.array(country),
})

/** Lists the countries for filters and forms: all that are open for registration or have members or clubs. */
export const listCountries = defineContract({
  access: 'clubs.list',
  answer: z.array(listedCountry),
})

export const listManagedCountries = defineContract({
  access: 'countries.manage',
  answer: z.array(managedCountry),
})

/**
 * Opens or closes a country for registration and new clubs. Closing a country does not affect its members and clubs.
 */
export const setCountryOpenForRegistration = defineContract({
  access: 'countries.manage',
  body: openCountryBody,
  answer: 'nothing',
})
