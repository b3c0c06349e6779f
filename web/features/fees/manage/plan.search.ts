import { chargeStates } from '#shared/contracts/fees/charge-states.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

/** Reads the URL parameters of a fee's page: member filters and the page number of the list. */
export const readPlanSearch = createUrlQueryParser({
  search: readText,
  period: readText,
  state: createAllowedValueParser(chargeStates),
  page: readPositiveInteger,
})
export type PlanSearch = ReturnType<typeof readPlanSearch>
