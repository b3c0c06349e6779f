import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './analytics.contracts.ts'

export const computeMemberAnalytics = defineEndpoint<typeof contracts.computeMemberAnalytics>(
  'GET',
  '/api/analytics/members',
)
export const computeActivityAnalytics = defineEndpoint<typeof contracts.computeActivityAnalytics>(
  'GET',
  '/api/analytics/activities',
)
export const computeAttendanceAnalytics = defineEndpoint<typeof contracts.computeAttendanceAnalytics>(
  'GET',
  '/api/analytics/attendance',
)
export const computeFeeAnalytics = defineEndpoint<typeof contracts.computeFeeAnalytics>(
  'GET',
  '/api/analytics/fees',
)
export const computeCommunicationAnalytics = defineEndpoint<typeof contracts.computeCommunicationAnalytics>(
  'GET',
  '/api/analytics/communication',
)
export const exportAnalytics = defineEndpoint<typeof contracts.exportAnalytics>(
  'GET',
  '/api/analytics/export',
)
