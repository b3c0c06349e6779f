import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import {
  announcementBody,
  announcementDetail,
  announcementDraft,
  announcementFigures,
  announcementItem,
  announcementParams,
  announcementsQuery,
  answerBody,
  audienceBody,
  correctionBody,
  managedItem,
  pollAnswer,
  pollAnswersQuery,
  sendBody,
} from './announcements.ts'
import { countAnswer, noBody } from './answers.ts'

/** Lists announcements that were sent to the caller. */
export const listAnnouncements = contract({
  access: 'announcements.read',
  query: announcementsQuery,
  answer: z.array(announcementItem),
})

/** Lists announcements that the caller may manage, drafts included. */
export const listManaged = contract({
  access: 'announcements.manage',
  query: announcementsQuery,
  answer: z.array(managedItem),
})

/** Counts the recipients that an announcement would have if it were sent now. */
export const countAudience = contract({
  access: 'announcements.manage',
  body: audienceBody,
  answer: countAnswer,
})

export const createAnnouncement = contract({
  access: 'announcements.manage',
  body: announcementBody,
  answer: z.object({ id }),
  status: 201,
})

export const readAnnouncement = contract({
  access: 'announcements.read',
  params: announcementParams,
  answer: announcementDetail,
})

export const readDraft = contract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementDraft,
})

export const readFigures = contract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementFigures,
})

/** Changes an announcement that is still a draft. */
export const updateAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: announcementBody,
  answer: 'nothing',
})

export const deleteDraft = contract({
  access: 'announcements.manage',
  params: announcementParams,
  answer: 'nothing',
})

export const sendAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: sendBody,
  answer: 'nothing',
})

/** Turns a scheduled announcement back into a draft. */
export const holdAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Corrects a sent announcement, which is then marked as corrected. */
export const correctAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: correctionBody,
  answer: 'nothing',
})

export const withdrawAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Marks the announcement as read by the caller. */
export const markAnnouncementRead = contract({
  access: 'announcements.read',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Answers the poll of an announcement. A later answer replaces it until the poll closes. */
export const answerPoll = contract({
  access: 'announcements.read',
  params: announcementParams,
  body: answerBody,
  answer: 'nothing',
})

export const remindUnread = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Lists poll answers by person for managers. Not available for anonymous polls. */
export const listPollAnswers = contract({
  access: 'announcements.manage',
  params: announcementParams,
  query: pollAnswersQuery,
  answer: z.array(pollAnswer),
})
