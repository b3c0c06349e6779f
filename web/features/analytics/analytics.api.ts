import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  analyseActivities,
  analyseAttendance,
  analyseCommunication,
  analyseMembers,
  exportAnalytics,
} from '#shared/contracts/analytics.endpoints.ts'
import type { AnalyticsPart } from '#shared/contracts/analytics.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { addressOf, query } from '#web/lib/api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'

// The analytics queries keep the previous data while a new filter loads, so that the layout does not jump.

export const useMemberAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseMembers, { query: filter }), placeholderData: keepPreviousData })
export const useActivityAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseActivities, { query: filter }), placeholderData: keepPreviousData })
export const useAttendanceAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseAttendance, { query: filter }), placeholderData: keepPreviousData })
export const useCommunicationAnalytics = (filter: AnalyticsFilter) =>
  useQuery({ ...query(analyseCommunication, { query: filter }), placeholderData: keepPreviousData })

export function exportUrl(part: AnalyticsPart, filter: AnalyticsFilter, format: ExportFormat): string {
  return addressOf(exportAnalytics, { query: { part, ...filter, format } })
}
