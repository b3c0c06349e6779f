import { defineContract } from '#shared/endpoint.ts'
import {
  activityAnalytics,
  analyticsExportQuery,
  analyticsQuery,
  attendanceAnalytics,
  communicationAnalytics,
  feeAnalytics,
  memberAnalytics,
} from './analytics.schemas.ts'

export const analyseMembers = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: memberAnalytics,
})

export const analyseActivities = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: activityAnalytics,
})

export const analyseAttendance = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: attendanceAnalytics,
})

export const analyseFees = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: feeAnalytics,
})

export const analyseCommunication = defineContract({
  access: 'analytics.communication',
  mayLag: true,
  query: analyticsQuery,
  answer: communicationAnalytics,
})

export const exportAnalytics = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsExportQuery,
  answer: 'stream',
})
