import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './announcements.contracts.ts'

export const listAnnouncements = defineEndpoint<typeof contracts.listAnnouncements>(
  'GET',
  '/api/announcements',
)
export const listManagedAnnouncements = defineEndpoint<typeof contracts.listManagedAnnouncements>(
  'GET',
  '/api/announcements/managed',
)
export const countAudience = defineEndpoint<typeof contracts.countAudience>(
  'POST',
  '/api/announcements/audience',
)
export const createAnnouncement = defineEndpoint<typeof contracts.createAnnouncement>(
  'POST',
  '/api/announcements',
)
export const readAnnouncement = defineEndpoint<typeof contracts.readAnnouncement>(
  'GET',
  '/api/announcements/:id',
)
export const readAnnouncementDraft = defineEndpoint<typeof contracts.readAnnouncementDraft>(
  'GET',
  '/api/announcements/:id/draft',
)
export const readAnnouncementFigures = defineEndpoint<typeof contracts.readAnnouncementFigures>(
  'GET',
  '/api/announcements/:id/figures',
)
export const updateAnnouncement = defineEndpoint<typeof contracts.updateAnnouncement>(
  'PUT',
  '/api/announcements/:id',
)
export const deleteAnnouncementDraft = defineEndpoint<typeof contracts.deleteAnnouncementDraft>(
  'DELETE',
  '/api/announcements/:id',
)
export const sendAnnouncement = defineEndpoint<typeof contracts.sendAnnouncement>(
  'POST',
  '/api/announcements/:id/send',
)
export const unscheduleAnnouncement = defineEndpoint<typeof contracts.unscheduleAnnouncement>(
  'POST',
  '/api/announcements/:id/hold',
)
export const correctAnnouncement = defineEndpoint<typeof contracts.correctAnnouncement>(
  'PUT',
  '/api/announcements/:id/correction',
)
export const withdrawAnnouncement = defineEndpoint<typeof contracts.withdrawAnnouncement>(
  'POST',
  '/api/announcements/:id/withdraw',
)
export const markAnnouncementRead = defineEndpoint<typeof contracts.markAnnouncementRead>(
  'POST',
  '/api/announcements/:id/read',
)
export const answerPoll = defineEndpoint<typeof contracts.answerPoll>('PUT', '/api/announcements/:id/answer')
export const remindUnreadRecipients = defineEndpoint<typeof contracts.remindUnreadRecipients>(
  'POST',
  '/api/announcements/:id/remind',
)
export const listPollAnswers = defineEndpoint<typeof contracts.listPollAnswers>(
  'GET',
  '/api/announcements/:id/answers',
)
