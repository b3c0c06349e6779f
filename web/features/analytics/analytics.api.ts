import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  analyseActivities,
  analyseAttendance,
  analyseCommunication,
  analyseFees,
  analyseMembers,
  exportAnalytics,
} from '#shared/contracts/analytics/analytics.endpoints.ts'
import type { AnalyticsPart } from '#shared/contracts/analytics/analytics.schemas.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { buildEndpointUrl, buildQueryOptions } from '#web/lib/http/api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'

// The analytics queries keep the previous data while a new filter loads, so that the layout does not jump.

export const useMemberAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...buildQueryOptions(analyseMembers, { query: filter }), placeholderData: keepPreviousData })
export const useActivityAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...buildQueryOptions(analyseActivities, { query: filter }), placeholderData: keepPreviousData })
export const useAttendanceAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...buildQueryOptions(analyseAttendance, { query: filter }), placeholderData: keepPreviousData })
export const useFeeAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...buildQueryOptions(analyseFees, { query: filter }), placeholderData: keepPreviousData })
export const useCommunicationAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(analyseCommunication, { query: filter }),
    placeholderData: keepPreviousData,
  })

export function buildAnalyticsExportUrl(
  part: AnalyticsPart,
  filter: AnalyticsFilter,
  format: ExportFormat,
): string {
  return buildEndpointUrl(exportAnalytics, { query: { part, ...filter, format } })
}
