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

/** Those that were sent to whoever asks. */
export const listAnnouncements = contract({
  access: 'announcements.read',
  query: announcementsQuery,
  answer: z.array(announcementItem),
})

/** Those that whoever asks may look after, drafts included. */
export const listManaged = contract({
  access: 'announcements.manage',
  query: announcementsQuery,
  answer: z.array(managedItem),
})

/** How many it would reach if it were sent now. */
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

/** While it is a draft. */
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

/** One that was to go out later is a draft again. */
export const holdAnnouncement = contract({
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** After it was sent; it says that it was corrected. */
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

/** Whoever opened it in the program has read it. */
export const markAnnouncementRead = contract({
  access: 'announcements.read',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Of its question; another one takes its place until it is over. */
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

/** For its managers; of a question that is anonymous there is no such list. */
export const listPollAnswers = contract({
  access: 'announcements.manage',
  params: announcementParams,
  query: pollAnswersQuery,
  answer: z.array(pollAnswer),
})
