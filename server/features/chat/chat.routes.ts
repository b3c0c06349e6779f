import { createSocketSendRateLimiter } from '#server/concurrency/socket-send-rate-limiter.ts'
import { AppError } from '#server/errors.ts'
import { changeMessage } from '#server/features/chat/messages/change-message.service.ts'
import { searchMessages } from '#server/features/chat/search/search-messages.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/chat/chat.endpoints.ts'
import {
  countUnreadMessages,
  listMessageChanges,
  listMessages,
  listReadPositions,
  markGroupRead,
} from './chat.service.ts'

/** Maximum number of message changes per user and second. */
const mostChanges = 10

export const registerRoutes: FeatureRoutes = implement => {
  const limit = createSocketSendRateLimiter(mostChanges)
  implement(endpoints.countUnreadMessages, async ({ context }) => ({
    count: await countUnreadMessages(context),
  }))
  implement(endpoints.listMessages, ({ context, params, query }) =>
    listMessages(context, params.groupId, query),
  )
  implement(endpoints.listMessageChanges, ({ context, params, query }) =>
    listMessageChanges(context, params.groupId, query),
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
