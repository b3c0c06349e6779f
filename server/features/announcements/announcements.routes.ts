import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/announcements.endpoints.ts'
import { listAnnouncements, listManaged } from './announcements.service.ts'
import {
  answerPoll,
  listPollAnswers,
  markAnnouncementRead,
  readAnnouncement,
  readDraft,
  readFigures,
} from './read-announcement.service.ts'
import {
  correctAnnouncement,
  countAudience,
  createAnnouncement,
  deleteDraft,
  updateAnnouncement,
} from './save-announcement.service.ts'
import {
  holdAnnouncement,
  remindUnread,
  sendAnnouncement,
  withdrawAnnouncement,
} from './send-announcement.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listAnnouncements, ({ context, query }) => listAnnouncements(context, query))
  implement(endpoints.listManaged, ({ context, query }) => listManaged(context, query))
  implement(endpoints.countAudience, async ({ context, body }) => ({
    count: await countAudience(context, body.audience),
  }))
  implement(endpoints.createAnnouncement, async ({ context, body }) => ({
    id: await createAnnouncement(context, body),
  }))
  implement(endpoints.readAnnouncement, ({ context, params }) => readAnnouncement(context, params.id))
  implement(endpoints.readDraft, ({ context, params }) => readDraft(context, params.id))
  implement(endpoints.readFigures, ({ context, params }) => readFigures(context, params.id))
  implement(endpoints.updateAnnouncement, ({ context, params, body }) =>
    updateAnnouncement(context, params.id, body),
  )
  implement(endpoints.deleteDraft, ({ context, params }) => deleteDraft(context, params.id))
  implement(endpoints.sendAnnouncement, ({ context, params, body }) =>
    sendAnnouncement(context, params.id, body.at),
  )
  implement(endpoints.holdAnnouncement, ({ context, params }) => holdAnnouncement(context, params.id))
  implement(endpoints.correctAnnouncement, ({ context, params, body }) =>
    correctAnnouncement(context, params.id, body),
  )
  implement(endpoints.withdrawAnnouncement, ({ context, params }) => withdrawAnnouncement(context, params.id))
  implement(endpoints.markAnnouncementRead, ({ context, params }) => markAnnouncementRead(context, params.id))
  implement(endpoints.answerPoll, ({ context, params, body }) => answerPoll(context, params.id, body.answer))
  implement(endpoints.listPollAnswers, ({ context, params, query }) =>
    listPollAnswers(context, params.id, query),
  )
  implement(endpoints.remindUnread, ({ context, params }) => remindUnread(context, params.id))
}
