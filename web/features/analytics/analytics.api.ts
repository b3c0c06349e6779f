import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countries, periods } from '#shared/constants.ts'
import {
  analyseActivities,
  analyseCommunication,
  analyseMembers,
  exportAnalytics,
} from '#shared/contracts/analytics.endpoints.ts'
import type { AnalyticsPart } from '#shared/contracts/analytics.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { addressOf, query } from '#web/lib/api.ts'
import { type ListSearch, oneOf } from '#web/lib/search.ts'

export type AnalyticsFilter = Pick<QueryOf<typeof analyseMembers>, 'period' | 'country'> & { clubId?: number }

/** An address may hold anything; what is no country or period counts as not given. */
export function readAnalyticsFilter({ period, country, clubId }: ListSearch): AnalyticsFilter {
  return { period: oneOf(periods, period), country: oneOf(countries, country), clubId }
}

// The old figures stay until the new ones are there: nothing jumps when a filter is set.

export const useMemberAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseMembers, { query: filter }), placeholderData: keepPreviousData })
export const useActivityAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseActivities, { query: filter }), placeholderData: keepPreviousData })
export const useCommunicationAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseCommunication, { query: filter }), placeholderData: keepPreviousData })

export function exportUrl(part: AnalyticsPart, filter: AnalyticsFilter, format: ExportFormat): string {
  return addressOf(exportAnalytics, { query: { part, ...filter, format } })
}
