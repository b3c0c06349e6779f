import { endpoint } from '#shared/endpoint.ts'
import {
  activityAnalytics,
  analyticsExportQuery,
  analyticsQuery,
  attendanceAnalytics,
  communicationAnalytics,
  memberAnalytics,
} from './analytics.ts'

export const analyseMembers = endpoint('GET', '/api/analytics/members', {
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: memberAnalytics,
})

export const analyseActivities = endpoint('GET', '/api/analytics/activities', {
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: activityAnalytics,
})

export const analyseAttendance = endpoint('GET', '/api/analytics/attendance', {
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: attendanceAnalytics,
})

export const analyseCommunication = endpoint('GET', '/api/analytics/communication', {
  access: 'analytics.communication',
  mayLag: true,
  query: analyticsQuery,
  answer: communicationAnalytics,
})

export const exportAnalytics = endpoint('GET', '/api/analytics/export', {
  access: 'analytics.members',
  mayLag: true,
  query: analyticsExportQuery,
  answer: 'stream',
})
