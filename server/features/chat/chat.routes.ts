import { createSendRateLimiter } from '#server/concurrency/throttle.ts'
import { AppError } from '#server/errors.ts'
import type { FeatureRoutes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/chat.endpoints.ts'
import { changeMessage } from './change-message.service.ts'
import {
  countUnreadMessages,
  listChanges,
  listMessages,
  listReadPositions,
  markGroupRead,
} from './chat.service.ts'
import { searchMessages } from './search-messages.service.ts'

/** Maximum number of message changes per user and second. */
const mostChanges = 10

export const routes: FeatureRoutes = implement => {
  const limit = createSendRateLimiter(mostChanges)
  implement(endpoints.countUnreadMessages, async ({ context }) => ({
    count: await countUnreadMessages(context),
  }))
  implement(endpoints.listMessages, ({ context, params, query }) =>
    listMessages(context, params.groupId, query),
  )
  implement(endpoints.listMessageChanges, ({ context, params, query }) =>
    listChanges(context, params.groupId, query),
  )
  implement(endpoints.changeMessage, ({ context, params, body }) => {
    if (!limit.tryAcquire(context.actor.id)) throw new AppError(429, 'too_fast')
    return changeMessage(context, params.groupId, body)
  })
  implement(endpoints.searchMessages, ({ context, query }) => searchMessages(context, query))
  implement(endpoints.listReadReceipts, ({ context, params }) => listReadPositions(context, params.id))
  implement(endpoints.saveReadPosition, ({ context, params, body }) =>
    markGroupRead(context, params.id, body.seq),
  )
}
