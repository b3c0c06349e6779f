import { periods } from '#shared/constants.ts'
import type { computeMemberAnalytics } from '#shared/contracts/analytics/analytics.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueReader,
  createSearchParameterReader,
  type ParameterReadersOf,
  readCountry,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const analyticsTabs = ['members', 'activities', 'geography', 'fees', 'communication'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

const filter = {
  period: createAllowedValueReader(periods),
  country: readCountry,
  clubId: readPositiveInteger,
} satisfies ParameterReadersOf<QueryOf<typeof computeMemberAnalytics>>

export const readAnalyticsFilter = createSearchParameterReader(filter)
export type AnalyticsFilter = ReturnType<typeof readAnalyticsFilter>

export const readAnalyticsSearch = createSearchParameterReader({
  ...filter,
  tab: createAllowedValueReader(analyticsTabs),
})
