import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './analytics.contracts.ts'

export const analyseMembers = defineEndpoint<typeof contracts.analyseMembers>('GET', '/api/analytics/members')
export const analyseActivities = defineEndpoint<typeof contracts.analyseActivities>(
  'GET',
  '/api/analytics/activities',
)
export const analyseAttendance = defineEndpoint<typeof contracts.analyseAttendance>(
  'GET',
  '/api/analytics/attendance',
)
export const analyseFees = defineEndpoint<typeof contracts.analyseFees>('GET', '/api/analytics/fees')
export const analyseCommunication = defineEndpoint<typeof contracts.analyseCommunication>(
  'GET',
  '/api/analytics/communication',
)
export const exportAnalytics = defineEndpoint<typeof contracts.exportAnalytics>(
  'GET',
  '/api/analytics/export',
)
