import { useQuery } from '@tanstack/react-query'
import { countries } from '#shared/constants.ts'
import type {
  ActivityAnalytics,
  AnalyticsPart,
  CommunicationAnalytics,
  MemberAnalytics,
} from '#shared/contracts/analytics.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { periods } from '#shared/figures.ts'
import { withQuery } from '#web/lib/paging.ts'
import { type ListSearch, oneOf } from '#web/lib/search.ts'

export type AnalyticsFilter = Pick<ListSearch, 'period' | 'country' | 'clubId'>

/** An address may hold anything; what is no country or period counts as not given. */
export function readAnalyticsFilter({ period, country, clubId }: ListSearch): AnalyticsFilter {
  return { period: oneOf(periods, period), country: oneOf(countries, country), clubId }
}

function useFigures<T>(part: AnalyticsPart, { period, country, clubId }: AnalyticsFilter) {
  return useQuery<T>({
    queryKey: [withQuery(`/api/analytics/${part}`, { period, country, clubId })],
    // The old figures stay until the new ones are there: nothing jumps when a filter is set.
    placeholderData: previous => previous,
  })
}

export const useMemberAnalytics = (filter: AnalyticsFilter) => useFigures<MemberAnalytics>('members', filter)
export const useActivityAnalytics = (filter: AnalyticsFilter) =>
  useFigures<ActivityAnalytics>('activities', filter)
export const useCommunicationAnalytics = (filter: AnalyticsFilter) =>
  useFigures<CommunicationAnalytics>('communication', filter)

export function exportUrl(part: AnalyticsPart, filter: AnalyticsFilter, format: ExportFormat): string {
  const { period, country, clubId } = filter
  return withQuery('/api/analytics/export', { part, period, country, clubId, format })
}
