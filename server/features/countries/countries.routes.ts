import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/countries/countries.endpoints.ts'
import {
  listCountries,
  listManagedCountries,
  listOpenCountries,
  setCountryOpen,
} from './countries.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listOpenCountries, ({ context }) => listOpenCountries(context))
  implement(endpoints.listCountries, ({ context }) => listCountries(context))
  implement(endpoints.listManagedCountries, ({ context }) => listManagedCountries(context))
  implement(endpoints.setCountryOpen, ({ context, body }) => setCountryOpen(context, body))
}
