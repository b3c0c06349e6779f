import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
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

export const listActivities = contract({
  access: 'activities.list',
  query: activityQuery,
  answer: z.array(activityRow),
})

export const summariseActivities = contract({
  access: 'activities.list',
  query: activitySummaryQuery,
  answer: activitySummary,
})

export const countScopes = contract({
  access: 'activities.list',
  answer: scopeCounts,
})

export const listRecentActivities = contract({
  access: 'activities.list',
  answer: z.array(recentActivity),
})

export const readActivity = contract({
  access: 'activities.list',
  params: activityParams,
  answer: activityDetail,
})

export const createActivity = contract({
  access: 'activities.manage',
  body: newActivityBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateActivity = contract({
  access: 'activities.help',
  params: activityParams,
  body: activityBody,
  answer: 'nothing',
})

export const changeStatus = contract({
  access: 'activities.manage',
  params: activityParams,
  body: statusBody,
  answer: 'nothing',
})

export const joinActivity = contract({
  access: 'activities.join',
  params: activityParams,
  body: joinBody,
  answer: joined,
})

/** Replaces the caller's answers to the questions of an activity they have joined. */
export const answerQuestions = contract({
  access: 'activities.join',
  params: activityParams,
  body: answersBody,
  answer: 'nothing',
})

export const leaveActivity = contract({
  access: 'activities.join',
  params: activityParams,
  body: noBody,
  answer: 'nothing',
})

export const setHelpers = contract({
  access: 'activities.manage',
  params: activityParams,
  body: helpersBody,
  answer: 'nothing',
})

/** Opens or closes the public page of an activity, which visitors can read without an account. */
export const publishActivity = contract({
  access: 'activities.manage',
  params: activityParams,
  body: publicBody,
  answer: 'nothing',
})

/** Shows or hides the caller in the list of participants. */
export const changeVisibility = contract({
  access: 'activities.join',
  params: activityParams,
  body: visibilityBody,
  answer: 'nothing',
})

export const listParticipants = contract({
  access: 'activities.help',
  params: activityParams,
  query: participantQuery,
  answer: z.array(participantRow),
})

export const markAttendance = contract({
  access: 'activities.help',
  params: activityParams,
  body: attendanceBody,
  answer: countAnswer,
})

export const exportParticipants = contract({
  access: 'activities.help',
  proof: true,
  params: activityParams,
  query: z.strictObject({ format: exportFormat }),
  answer: 'stream',
})
