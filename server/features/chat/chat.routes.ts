import { createSendLimit } from '#server/concurrency/throttle.ts'
import { AppError } from '#server/errors.ts'
import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/chat.endpoints.ts'
import { changeMessage } from './change-message.service.ts'
import { countUnreadMessages, listChanges, listMessages, listReads, readGroup } from './chat.service.ts'
import { searchMessages } from './search-messages.service.ts'

/** Maximum number of message changes per user and second. */
const mostChanges = 10

export const routes: Routes = implement => {
  const limit = createSendLimit(mostChanges)
  implement(endpoints.countUnreadMessages, async ({ context }) => ({
    count: await countUnreadMessages(context),
  }))
  implement(endpoints.listMessages, ({ context, params, query }) =>
    listMessages(context, params.groupId, query),
  )
  implement(endpoints.listChanges, ({ context, params, query }) =>
    listChanges(context, params.groupId, query),
  )
  implement(endpoints.changeMessage, ({ context, params, body }) => {
    if (!limit.take(context.actor.id)) throw new AppError(429, 'too_fast')
    return changeMessage(context, params.groupId, body)
  })
  implement(endpoints.searchMessages, ({ context, query }) => searchMessages(context, query))
  implement(endpoints.listReads, ({ context, params }) => listReads(context, params.id))
  implement(endpoints.readGroup, ({ context, params, body }) => readGroup(context, params.id, body.seq))
}
