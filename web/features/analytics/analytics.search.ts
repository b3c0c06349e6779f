import { periods } from '#shared/constants.ts'
import type { computeMemberAnalytics } from '#shared/contracts/analytics/analytics.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createChoiceReader,
  createSearchParameterReader,
  type ParameterReadersOf,
  readCountry,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const analyticsTabs = ['members', 'activities', 'geography', 'fees', 'communication'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

const filter = {
  period: createChoiceReader(periods),
  country: readCountry,
  clubId: readPositiveInteger,
} satisfies ParameterReadersOf<QueryOf<typeof computeMemberAnalytics>>

export const readAnalyticsFilter = createSearchParameterReader(filter)
export type AnalyticsFilter = ReturnType<typeof readAnalyticsFilter>

export const readAnalyticsSearch = createSearchParameterReader({
  ...filter,
  tab: createChoiceReader(analyticsTabs),
})
