import { countries, periods } from '#shared/constants.ts'
import type { analyseMembers } from '#shared/contracts/analytics.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, type FieldsOf, number, searchReader } from '#web/lib/search.ts'

export const analyticsTabs = ['members', 'activities', 'geography', 'communication'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

const filter = {
  period: choice(periods),
  country: choice(countries),
  clubId: number,
} satisfies FieldsOf<QueryOf<typeof analyseMembers>>

export const readAnalyticsFilter = searchReader(filter)
export type AnalyticsFilter = ReturnType<typeof readAnalyticsFilter>

export const readAnalyticsSearch = searchReader({ ...filter, tab: choice(analyticsTabs) })
