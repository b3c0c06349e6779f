import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/announcements/announcements.endpoints.ts'
import { listAnnouncements, listManagedAnnouncements } from './announcements.service.ts'
import {
  answerPoll,
  listPollAnswers,
  markAnnouncementRead,
  readAnnouncement,
  readAnnouncementDeliveryStatistics,
  readAnnouncementDraft,
} from './read-announcement.service.ts'
import {
  correctAnnouncement,
  countRecipientsOfUnsavedAnnouncement,
  createAnnouncement,
  deleteAnnouncementDraft,
  updateAnnouncement,
} from './save-announcement.service.ts'
import {
  remindUnreadRecipients,
  sendAnnouncement,
  unscheduleAnnouncement,
  withdrawAnnouncement,
} from './send-announcement.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listAnnouncements, ({ context, query }) => listAnnouncements(context, query))
  implement(endpoints.listManagedAnnouncements, ({ context, query }) =>
    listManagedAnnouncements(context, query),
  )
  implement(endpoints.countAudience, async ({ context, body }) => ({
    count: await countRecipientsOfUnsavedAnnouncement(context, body.audience),
  }))
  implement(endpoints.createAnnouncement, async ({ context, body }) => ({
    id: await createAnnouncement(context, body),
  }))
  implement(endpoints.readAnnouncement, ({ context, params }) => readAnnouncement(context, params.id))
  implement(endpoints.readAnnouncementDraft, ({ context, params }) =>
    readAnnouncementDraft(context, params.id),
  )
  implement(endpoints.readAnnouncementFigures, ({ context, params }) =>
    readAnnouncementDeliveryStatistics(context, params.id),
  )
  implement(endpoints.updateAnnouncement, ({ context, params, body }) =>
    updateAnnouncement(context, params.id, body),
  )
  implement(endpoints.deleteAnnouncementDraft, ({ context, params }) =>
    deleteAnnouncementDraft(context, params.id),
  )
  implement(endpoints.sendAnnouncement, ({ context, params, body }) =>
    sendAnnouncement(context, params.id, body.at),
  )
  implement(endpoints.unscheduleAnnouncement, ({ context, params }) =>
    unscheduleAnnouncement(context, params.id),
  )
  implement(endpoints.correctAnnouncement, ({ context, params, body }) =>
    correctAnnouncement(context, params.id, body),
  )
  implement(endpoints.withdrawAnnouncement, ({ context, params }) => withdrawAnnouncement(context, params.id))
  implement(endpoints.markAnnouncementRead, ({ context, params }) => markAnnouncementRead(context, params.id))
  implement(endpoints.answerPoll, ({ context, params, body }) => answerPoll(context, params.id, body.answer))
  implement(endpoints.listPollAnswers, ({ context, params, query }) =>
    listPollAnswers(context, params.id, query),
  )
  implement(endpoints.remindUnreadRecipients, ({ context, params }) =>
    remindUnreadRecipients(context, params.id),
  )
}
