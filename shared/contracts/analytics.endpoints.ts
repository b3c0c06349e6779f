import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './analytics.contracts.ts'

export const analyseMembers = endpoint<typeof contracts.analyseMembers>('GET', '/api/analytics/members')
export const analyseActivities = endpoint<typeof contracts.analyseActivities>(
  'GET',
  '/api/analytics/activities',
)
export const analyseAttendance = endpoint<typeof contracts.analyseAttendance>(
  'GET',
  '/api/analytics/attendance',
)
export const analyseCommunication = endpoint<typeof contracts.analyseCommunication>(
  'GET',
  '/api/analytics/communication',
)
export const exportAnalytics = endpoint<typeof contracts.exportAnalytics>('GET', '/api/analytics/export')
