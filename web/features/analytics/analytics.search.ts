import { periods } from '#shared/constants.ts'
import type { computeMemberAnalytics } from '#shared/contracts/analytics/analytics.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  type ParameterReadersOf,
  readCountry,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const analyticsTabs = ['members', 'activities', 'geography', 'fees', 'communication'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

const filter = {
  period: createAllowedValueParser(periods),
  country: readCountry,
  clubId: readPositiveInteger,
} satisfies ParameterReadersOf<QueryOf<typeof computeMemberAnalytics>>

export const readAnalyticsFilter = createUrlQueryParser(filter)
export type AnalyticsFilter = ReturnType<typeof readAnalyticsFilter>

export const readAnalyticsSearch = createUrlQueryParser({
  ...filter,
  tab: createAllowedValueParser(analyticsTabs),
})
