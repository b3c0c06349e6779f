import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './countries.contracts.ts'

export const listOpenCountries = defineEndpoint<typeof contracts.listOpenCountries>(
  'GET',
  '/api/countries/open',
)
export const listCountries = defineEndpoint<typeof contracts.listCountries>('GET', '/api/countries')
export const listManagedCountries = defineEndpoint<typeof contracts.listManagedCountries>(
  'GET',
  '/api/countries/managed',
)
export const setCountryOpen = defineEndpoint<typeof contracts.setCountryOpen>('PUT', '/api/countries/open')
