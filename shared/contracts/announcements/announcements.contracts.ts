import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { countResponse, noBody } from '#shared/fields/responses.ts'
import {
  announcementBody,
  announcementDetail,
  announcementDraft,
  announcementFigures,
  announcementItem,
  announcementParams,
  announcementsQuery,
  audienceBody,
  correctionBody,
  managedAnnouncementItem,
  pollAnswer,
  pollAnswerBody,
  pollAnswersQuery,
  sendBody,
} from './announcements.schemas.ts'

/** Lists announcements that were sent to the caller. */
export const listAnnouncements = defineContract({
  access: 'announcements.read',
  query: announcementsQuery,
  answer: z.array(announcementItem),
})

/** Lists announcements that the caller may manage, including drafts. */
export const listManagedAnnouncements = defineContract({
  access: 'announcements.manage',
  query: announcementsQuery,
  answer: z.array(managedAnnouncementItem),
})

/** Counts the recipients that a draft announcement would have if it were sent now. */
export const countAudience = defineContract({
  access: 'announcements.manage',
  body: audienceBody,
  answer: countResponse,
})

export const createAnnouncement = defineContract({
  access: 'announcements.manage',
  body: announcementBody,
  answer: z.object({ id }),
  status: 201,
})

export const readAnnouncement = defineContract({
  access: 'announcements.read',
  params: announcementParams,
  answer: announcementDetail,
})

export const readAnnouncementDraft = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementDraft,
})

export const readAnnouncementFigures = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementFigures,
})

/** Changes the draft of an announcement. */
export const updateAnnouncement = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: announcementBody,
  answer: 'nothing',
})

export const deleteAnnouncementDraft = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: 'nothing',
})

export const sendAnnouncement = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: sendBody,
  answer: 'nothing',
})

/** Turns a scheduled announcement back into a draft. */
export const unscheduleAnnouncement = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Corrects a sent announcement, which is then marked as corrected. */
export const correctAnnouncement = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: correctionBody,
  answer: 'nothing',
})

export const withdrawAnnouncement = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Marks the announcement as read by the caller. */
export const markAnnouncementRead = defineContract({
  access: 'announcements.read',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Answers the poll of an announcement. Until the poll closes, a later answer replaces the earlier one. */
export const answerPoll = defineContract({
  access: 'announcements.read',
  params: announcementParams,
  body: pollAnswerBody,
  answer: 'nothing',
})

export const remindUnreadRecipients = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Lists poll answers with the names of the voters, for managers. Not available for anonymous polls. */
export const listPollAnswers = defineContract({
  access: 'announcements.manage',
  params: announcementParams,
  query: pollAnswersQuery,
  answer: z.array(pollAnswer),
})
