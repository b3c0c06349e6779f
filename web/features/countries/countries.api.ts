import { useMutation, useQuery } from '@tanstack/react-query'
import {
  listManagedCountries,
  setCountryOpenForRegistration,
} from '#shared/contracts/countries/countries.endpoints.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { countryText as text } from '#texts/country-list.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

/** Loads the countries that are open for registration or in use, with their members and clubs. */
export function useManagedCountries() {
  return useQuery(buildQueryOptions(listManagedCountries))
}

export function useSetCountryOpenForRegistration() {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof setCountryOpenForRegistration>) => {
      await callEndpoint(setCountryOpenForRegistration, { body })
      const country = getCountryName(body.country)
      return body.isOpen ? text.opened({ country }) : text.closed({ country })
    },
    meta: { success: result => String(result), failure: text.failed },
  })
}
