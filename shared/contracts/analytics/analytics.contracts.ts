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

export const computeMemberAnalytics = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: memberAnalytics,
})

export const computeActivityAnalytics = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: activityAnalytics,
})

export const computeAttendanceAnalytics = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: attendanceAnalytics,
})

export const computeFeeAnalytics = defineContract({
  access: 'analytics.members',
  mayLag: true,
  query: analyticsQuery,
  answer: feeAnalytics,
})

export const computeCommunicationAnalytics = defineContract({
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
