import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './activities.contracts.ts'

export const listActivities = defineEndpoint<typeof contracts.listActivities>('GET', '/api/activities')
export const readActivityCountSummary = defineEndpoint<typeof contracts.readActivityCountSummary>(
  'GET',
  '/api/activities/summary',
)
export const countActivitiesByScope = defineEndpoint<typeof contracts.countActivitiesByScope>(
  'GET',
  '/api/activities/scopes',
)
export const listRecentActivities = defineEndpoint<typeof contracts.listRecentActivities>(
  'GET',
  '/api/activities/recent',
)
export const readActivity = defineEndpoint<typeof contracts.readActivity>('GET', '/api/activities/:id')
export const createActivity = defineEndpoint<typeof contracts.createActivity>('POST', '/api/activities')
export const updateActivity = defineEndpoint<typeof contracts.updateActivity>('PUT', '/api/activities/:id')
export const changeActivityStatus = defineEndpoint<typeof contracts.changeActivityStatus>(
  'POST',
  '/api/activities/:id/status',
)
export const joinActivity = defineEndpoint<typeof contracts.joinActivity>('POST', '/api/activities/:id/join')
export const answerQuestions = defineEndpoint<typeof contracts.answerQuestions>(
  'PUT',
  '/api/activities/:id/answers',
)
export const leaveActivity = defineEndpoint<typeof contracts.leaveActivity>(
  'POST',
  '/api/activities/:id/leave',
)
export const setActivityHelpers = defineEndpoint<typeof contracts.setActivityHelpers>(
  'PUT',
  '/api/activities/:id/helpers',
)
export const publishActivity = defineEndpoint<typeof contracts.publishActivity>(
  'PUT',
  '/api/activities/:id/public',
)
export const changeParticipantVisibility = defineEndpoint<typeof contracts.changeParticipantVisibility>(
  'POST',
  '/api/activities/:id/visibility',
)
export const listParticipants = defineEndpoint<typeof contracts.listParticipants>(
  'GET',
  '/api/activities/:id/participants',
)
export const markAttendance = defineEndpoint<typeof contracts.markAttendance>(
  'POST',
  '/api/activities/:id/attendance',
)
export const exportParticipants = defineEndpoint<typeof contracts.exportParticipants>(
  'GET',
  '/api/activities/:id/participants/export',
)
