import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './announcements.contracts.ts'

export const listAnnouncements = endpoint<typeof contracts.listAnnouncements>('GET', '/api/announcements')
export const listManaged = endpoint<typeof contracts.listManaged>('GET', '/api/announcements/managed')
export const countAudience = endpoint<typeof contracts.countAudience>('POST', '/api/announcements/audience')
export const createAnnouncement = endpoint<typeof contracts.createAnnouncement>('POST', '/api/announcements')
export const readAnnouncement = endpoint<typeof contracts.readAnnouncement>('GET', '/api/announcements/:id')
export const readDraft = endpoint<typeof contracts.readDraft>('GET', '/api/announcements/:id/draft')
export const readFigures = endpoint<typeof contracts.readFigures>('GET', '/api/announcements/:id/figures')
export const updateAnnouncement = endpoint<typeof contracts.updateAnnouncement>(
  'PUT',
  '/api/announcements/:id',
)
export const deleteDraft = endpoint<typeof contracts.deleteDraft>('DELETE', '/api/announcements/:id')
export const sendAnnouncement = endpoint<typeof contracts.sendAnnouncement>(
  'POST',
  '/api/announcements/:id/send',
)
export const holdAnnouncement = endpoint<typeof contracts.holdAnnouncement>(
  'POST',
  '/api/announcements/:id/hold',
)
export const correctAnnouncement = endpoint<typeof contracts.correctAnnouncement>(
  'PUT',
  '/api/announcements/:id/correction',
)
export const withdrawAnnouncement = endpoint<typeof contracts.withdrawAnnouncement>(
  'POST',
  '/api/announcements/:id/withdraw',
)
export const markAnnouncementRead = endpoint<typeof contracts.markAnnouncementRead>(
  'POST',
  '/api/announcements/:id/read',
)
export const answerPoll = endpoint<typeof contracts.answerPoll>('PUT', '/api/announcements/:id/answer')
export const remindUnread = endpoint<typeof contracts.remindUnread>('POST', '/api/announcements/:id/remind')
export const listPollAnswers = endpoint<typeof contracts.listPollAnswers>(
  'GET',
  '/api/announcements/:id/answers',
)
