import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
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
export const listAnnouncements = endpoint('GET', '/api/announcements', {
  access: 'announcements.read',
  query: announcementsQuery,
  answer: z.array(announcementItem),
})

/** Those that whoever asks may look after, drafts included. */
export const listManaged = endpoint('GET', '/api/announcements/managed', {
  access: 'announcements.manage',
  query: announcementsQuery,
  answer: z.array(managedItem),
})

/** How many it would reach if it were sent now. */
export const countAudience = endpoint('POST', '/api/announcements/audience', {
  access: 'announcements.manage',
  body: audienceBody,
  answer: countAnswer,
})

export const createAnnouncement = endpoint('POST', '/api/announcements', {
  access: 'announcements.manage',
  body: announcementBody,
  answer: z.object({ id }),
  status: 201,
})

export const readAnnouncement = endpoint('GET', '/api/announcements/:id', {
  access: 'announcements.read',
  params: announcementParams,
  answer: announcementDetail,
})

export const readDraft = endpoint('GET', '/api/announcements/:id/draft', {
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementDraft,
})

export const readFigures = endpoint('GET', '/api/announcements/:id/figures', {
  access: 'announcements.manage',
  params: announcementParams,
  answer: announcementFigures,
})

/** While it is a draft. */
export const updateAnnouncement = endpoint('PUT', '/api/announcements/:id', {
  access: 'announcements.manage',
  params: announcementParams,
  body: announcementBody,
  answer: 'nothing',
})

export const deleteDraft = endpoint('DELETE', '/api/announcements/:id', {
  access: 'announcements.manage',
  params: announcementParams,
  answer: 'nothing',
})

export const sendAnnouncement = endpoint('POST', '/api/announcements/:id/send', {
  access: 'announcements.manage',
  params: announcementParams,
  body: sendBody,
  answer: 'nothing',
})

/** One that was to go out later is a draft again. */
export const holdAnnouncement = endpoint('POST', '/api/announcements/:id/hold', {
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** After it was sent; it says that it was corrected. */
export const correctAnnouncement = endpoint('PUT', '/api/announcements/:id/correction', {
  access: 'announcements.manage',
  params: announcementParams,
  body: correctionBody,
  answer: 'nothing',
})

export const withdrawAnnouncement = endpoint('POST', '/api/announcements/:id/withdraw', {
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Whoever opened it in the program has read it. */
export const markAnnouncementRead = endpoint('POST', '/api/announcements/:id/read', {
  access: 'announcements.read',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** Of its question; another one takes its place until it is over. */
export const answerPoll = endpoint('PUT', '/api/announcements/:id/answer', {
  access: 'announcements.read',
  params: announcementParams,
  body: answerBody,
  answer: 'nothing',
})

export const remindUnread = endpoint('POST', '/api/announcements/:id/remind', {
  access: 'announcements.manage',
  params: announcementParams,
  body: noBody,
  answer: 'nothing',
})

/** For its managers; of a question that is anonymous there is no such list. */
export const listPollAnswers = endpoint('GET', '/api/announcements/:id/answers', {
  access: 'announcements.manage',
  params: announcementParams,
  query: pollAnswersQuery,
  answer: z.array(pollAnswer),
})
