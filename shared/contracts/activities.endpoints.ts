import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './activities.contracts.ts'

export const listActivities = endpoint<typeof contracts.listActivities>('GET', '/api/activities')
export const summariseActivities = endpoint<typeof contracts.summariseActivities>(
  'GET',
  '/api/activities/summary',
)
export const countScopes = endpoint<typeof contracts.countScopes>('GET', '/api/activities/scopes')
export const listRecentActivities = endpoint<typeof contracts.listRecentActivities>(
  'GET',
  '/api/activities/recent',
)
export const readActivity = endpoint<typeof contracts.readActivity>('GET', '/api/activities/:id')
export const createActivity = endpoint<typeof contracts.createActivity>('POST', '/api/activities')
export const updateActivity = endpoint<typeof contracts.updateActivity>('PUT', '/api/activities/:id')
export const changeStatus = endpoint<typeof contracts.changeStatus>('POST', '/api/activities/:id/status')
export const joinActivity = endpoint<typeof contracts.joinActivity>('POST', '/api/activities/:id/join')
export const answerQuestions = endpoint<typeof contracts.answerQuestions>(
  'PUT',
  '/api/activities/:id/answers',
)
export const leaveActivity = endpoint<typeof contracts.leaveActivity>('POST', '/api/activities/:id/leave')
export const setHelpers = endpoint<typeof contracts.setHelpers>('PUT', '/api/activities/:id/helpers')
export const publishActivity = endpoint<typeof contracts.publishActivity>('PUT', '/api/activities/:id/public')
export const changeVisibility = endpoint<typeof contracts.changeVisibility>(
  'POST',
  '/api/activities/:id/visibility',
)
export const listParticipants = endpoint<typeof contracts.listParticipants>(
  'GET',
  '/api/activities/:id/participants',
)
export const markAttendance = endpoint<typeof contracts.markAttendance>(
  'POST',
  '/api/activities/:id/attendance',
)
export const exportParticipants = endpoint<typeof contracts.exportParticipants>(
  'GET',
  '/api/activities/:id/participants/export',
)
