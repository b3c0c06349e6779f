import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/countries/countries.endpoints.ts'
import {
  listCountries,
  listCountriesOpenForRegistration,
  listManagedCountries,
  setCountryOpenForRegistration,
} from './countries.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listCountriesOpenForRegistration, ({ context }) =>
    listCountriesOpenForRegistration(context),
  )
  implement(endpoints.listCountries, ({ context }) => listCountries(context))
  implement(endpoints.listManagedCountries, ({ context }) => listManagedCountries(context))
  implement(endpoints.setCountryOpenForRegistration, ({ context, body }) =>
    setCountryOpenForRegistration(context, body),
  )
}
