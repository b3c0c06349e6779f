import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import {
  activityBody,
  activityDetail,
  activityParams,
  activityQuery,
  activityRow,
  activitySummary,
  activitySummaryQuery,
  attendanceBody,
  helpersBody,
  joined,
  newActivityBody,
  participantQuery,
  participantRow,
  publicBody,
  recentActivity,
  scopeCounts,
  statusBody,
  visibilityBody,
} from './activities.ts'
import { countAnswer, noBody } from './answers.ts'
import { exportFormat } from './query.ts'
import { answersBody, joinBody } from './questions.ts'

export const listActivities = endpoint('GET', '/api/activities', {
  access: 'activities.list',
  query: activityQuery,
  answer: z.array(activityRow),
})

export const summariseActivities = endpoint('GET', '/api/activities/summary', {
  access: 'activities.list',
  query: activitySummaryQuery,
  answer: activitySummary,
})

export const countScopes = endpoint('GET', '/api/activities/scopes', {
  access: 'activities.list',
  answer: scopeCounts,
})

export const listRecentActivities = endpoint('GET', '/api/activities/recent', {
  access: 'activities.list',
  answer: z.array(recentActivity),
})

export const readActivity = endpoint('GET', '/api/activities/:id', {
  access: 'activities.list',
  params: activityParams,
  answer: activityDetail,
})

export const createActivity = endpoint('POST', '/api/activities', {
  access: 'activities.manage',
  body: newActivityBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateActivity = endpoint('PUT', '/api/activities/:id', {
  access: 'activities.help',
  params: activityParams,
  body: activityBody,
  answer: 'nothing',
})

export const changeStatus = endpoint('POST', '/api/activities/:id/status', {
  access: 'activities.manage',
  params: activityParams,
  body: statusBody,
  answer: 'nothing',
})

export const joinActivity = endpoint('POST', '/api/activities/:id/join', {
  access: 'activities.join',
  params: activityParams,
  body: joinBody,
  answer: joined,
})

/** Anew, by somebody who has joined. */
export const answerQuestions = endpoint('PUT', '/api/activities/:id/answers', {
  access: 'activities.join',
  params: activityParams,
  body: answersBody,
  answer: 'nothing',
})

export const leaveActivity = endpoint('POST', '/api/activities/:id/leave', {
  access: 'activities.join',
  params: activityParams,
  body: noBody,
  answer: 'nothing',
})

export const setHelpers = endpoint('PUT', '/api/activities/:id/helpers', {
  access: 'activities.manage',
  params: activityParams,
  body: helpersBody,
  answer: 'nothing',
})

/** Whether everybody who has its address can read of it, without an account. */
export const publishActivity = endpoint('PUT', '/api/activities/:id/public', {
  access: 'activities.manage',
  params: activityParams,
  body: publicBody,
  answer: 'nothing',
})

/** Whether one is seen among those who come. */
export const changeVisibility = endpoint('POST', '/api/activities/:id/visibility', {
  access: 'activities.join',
  params: activityParams,
  body: visibilityBody,
  answer: 'nothing',
})

export const listParticipants = endpoint('GET', '/api/activities/:id/participants', {
  access: 'activities.help',
  params: activityParams,
  query: participantQuery,
  answer: z.array(participantRow),
})

export const markAttendance = endpoint('POST', '/api/activities/:id/attendance', {
  access: 'activities.help',
  params: activityParams,
  body: attendanceBody,
  answer: countAnswer,
})

export const exportParticipants = endpoint('GET', '/api/activities/:id/participants/export', {
  access: 'activities.help',
  proof: true,
  params: activityParams,
  query: z.strictObject({ format: exportFormat }),
  answer: 'stream',
})
