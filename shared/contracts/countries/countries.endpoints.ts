import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './countries.contracts.ts'

export const listCountriesOpenForRegistration = defineEndpoint<
  typeof contracts.listCountriesOpenForRegistration
>('GET', '/api/countries/open')
export const listCountries = defineEndpoint<typeof contracts.listCountries>('GET', '/api/countries')
export const listManagedCountries = defineEndpoint<typeof contracts.listManagedCountries>(
  'GET',
  '/api/countries/managed',
)
export const setCountryOpenForRegistration = defineEndpoint<typeof contracts.setCountryOpenForRegistration>(
  'PUT',
  '/api/countries/open',
)
