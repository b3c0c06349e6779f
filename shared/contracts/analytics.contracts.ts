import { contract } from '#shared/endpoint.ts'
import {
  activityAnalytics,
  analyticsExportQuery,
  analyticsQuery,
  attendanceAnalytics,
  communicationAnalytics,
  memberAnalytics,
} from './analytics.ts'

export const analyseMembers = contract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: memberAnalytics,
})

export const analyseActivities = contract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: activityAnalytics,
})

export const analyseAttendance = contract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: attendanceAnalytics,
})

export const analyseCommunication = contract({
  access: 'analytics.communication',
  mayLag: true,
  query: analyticsQuery,
  answer: communicationAnalytics,
})

export const exportAnalytics = contract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsExportQuery,
  answer: 'stream',
})
