import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { exportFormat } from '#shared/fields/query-parameters.ts'
import { countResponse, noBody } from '#shared/fields/responses.ts'
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
  joinResponse,
  newActivityBody,
  participantQuery,
  participantRow,
  publicBody,
  recentActivity,
  scopeCounts,
  statusBody,
  visibilityBody,
} from './activities.schemas.ts'
import { answersBody, joinActivityBody } from './questions.schemas.ts'

export const listActivities = defineContract({
  access: 'activities.list',
  query: activityQuery,
  answer: z.array(activityRow),
})

export const readActivityCountSummary = defineContract({
  access: 'activities.list',
  query: activitySummaryQuery,
  answer: activitySummary,
})

export const countActivitiesByScope = defineContract({
  access: 'activities.list',
  answer: scopeCounts,
})

export const listRecentActivities = defineContract({
  access: 'activities.list',
  answer: z.array(recentActivity),
})

export const readActivity = defineContract({
  access: 'activities.list',
  params: activityParams,
  answer: activityDetail,
})

export const createActivity = defineContract({
  access: 'activities.manage',
  body: newActivityBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateActivity = defineContract({
  access: 'activities.help',
  params: activityParams,
  body: activityBody,
  answer: 'nothing',
})

export const changeActivityStatus = defineContract({
  access: 'activities.manage',
  params: activityParams,
  body: statusBody,
  answer: 'nothing',
})

export const joinActivity = defineContract({
  access: 'activities.join',
  params: activityParams,
  body: joinActivityBody,
  answer: joinResponse,
})

/** Replaces the caller's answers to the questions of an activity that the caller has joined. */
export const answerQuestions = defineContract({
  access: 'activities.join',
  params: activityParams,
  body: answersBody,
  answer: 'nothing',
})

export const leaveActivity = defineContract({
  access: 'activities.join',
  params: activityParams,
  body: noBody,
  answer: 'nothing',
})

export const setActivityHelpers = defineContract({
  access: 'activities.manage',
  params: activityParams,
  body: helpersBody,
  answer: 'nothing',
})

/** Opens or closes the public page of an activity. Visitors can read a public page without an account. */
export const publishActivity = defineContract({
  access: 'activities.manage',
  params: activityParams,
  body: publicBody,
  answer: 'nothing',
})

/** Shows or hides the caller in an activity's list of participants. */
export const changeParticipantVisibility = defineContract({
  access: 'activities.join',
  params: activityParams,
  body: visibilityBody,
  answer: 'nothing',
})

export const listParticipants = defineContract({
  access: 'activities.help',
  params: activityParams,
  query: participantQuery,
  answer: z.array(participantRow),
})

export const markAttendance = defineContract({
  access: 'activities.help',
  params: activityParams,
  body: attendanceBody,
  answer: countResponse,
})

export const exportParticipants = defineContract({
  access: 'activities.help',
  proof: true,
  params: activityParams,
  query: z.strictObject({ format: exportFormat }),
  answer: 'stream',
})
