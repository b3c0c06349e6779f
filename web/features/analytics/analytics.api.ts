import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  computeActivityAnalytics,
  computeAttendanceAnalytics,
  computeCommunicationAnalytics,
  computeFeeAnalytics,
  computeMemberAnalytics,
  exportAnalytics,
} from '#shared/contracts/analytics/analytics.endpoints.ts'
import type { AnalyticsPart } from '#shared/contracts/analytics/analytics.schemas.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { buildEndpointUrl, buildQueryOptions } from '#web/lib/http/api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'

// The analytics queries keep the previous data while a new filter loads, so that the layout does not jump.

export const useMemberAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(computeMemberAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
  })
export const useActivityAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(computeActivityAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
  })
export const useAttendanceAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(computeAttendanceAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
  })
export const useFeeAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(computeFeeAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
  })
export const useCommunicationAnalytics = (filter: AnalyticsFilter) =>
  useQuery({
    ...buildQueryOptions(computeCommunicationAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
  })

export function buildAnalyticsExportUrl(
  part: AnalyticsPart,
  filter: AnalyticsFilter,
  format: ExportFormat,
): string {
  return buildEndpointUrl(exportAnalytics, { query: { part, ...filter, format } })
}
