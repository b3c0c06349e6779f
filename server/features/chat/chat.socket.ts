// Socket.IO feature for chat: handles client events and forwards events that other server instances publish.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  isClientSideQueryTimeout,
  isDatabaseOutage,
  isLockConflict,
} from '#server/db/errors/database-errors.ts'
import { createGroupSocketRoomManager } from '#server/features/chat/messages/group-room-manager.ts'
import { createMessageDelivery } from '#server/features/chat/messages/message-delivery.ts'
import { createMessageWriter } from '#server/features/chat/messages/message-writer.ts'
import { createNewestMessageNotifier } from '#server/features/chat/messages/newest-message-notifier.ts'
import {
  type WriteResult,
  writeMessagesOfOneGroup,
  writeMessagesSkippingLockedGroups,
} from '#server/features/chat/messages/write-messages.service.ts'
import { createSocketEventResponder } from '#server/realtime/socket-event-responder.ts'
import type { AppServer, SocketHandlers } from '#server/realtime/sockets.ts'
import { createChatBusEventHandler } from './chat-bus-event-handler.ts'
import { createChatClientEventHandlers } from './chat-client-event-handlers.ts'

const retryDelay = 500

export function createChatSocketHandlers(app: FastifyInstance, io: AppServer): SocketHandlers {
  const { context, pool, log } = app
  const { db } = context
  const memberships = createGroupSocketRoomManager(io, pool)
  const delivery = createMessageDelivery(io, db, log, sockets => app.metrics.deliveries.inc(sockets))
  const activity = createNewestMessageNotifier(io, db, log)
  const respond = createSocketEventResponder(log)
  /** Passes newly written messages to the delivery, so that it need not read them from the database. */
  function offerForDelivery<Each>({ outcomes, newMessages }: WriteResult<Each>): Each[] {
    delivery.deliverWritten(newMessages)
    return outcomes
  }
  const writer = createMessageWriter(
    {
      writeBatch: async batch => offerForDelivery(await writeMessagesSkippingLockedGroups(db, pool, batch)),
      writeGroup: async batch => offerForDelivery(await writeMessagesOfOneGroup(db, pool, batch)),
    },
    { isOutage: isDatabaseOutage, isStalled: isClientSideQueryTimeout, isHeld: isLockConflict },
  )
  const clientEvents = createChatClientEventHandlers({ db }, { memberships, delivery, writer })
  let isStopping = false

  async function recoverMissedEvents(): Promise<void> {
    try {
      // Room memberships are reloaded before missed messages are sent, so that removed members receive none of them.
      await memberships.reconcileRooms()
      await delivery.deliverMissed()
    } catch (error) {
      log.warn({ err: error }, 'chat: could not reload missed events from the database, retrying')
      await sleep(retryDelay)
      if (!isStopping) await recoverMissedEvents()
    }
  }

  return {
    beforeConnect: socket => memberships.joinGroupRooms(socket),

    registerHandlers: socket => {
      // A socket's events wait until its earlier requests to join or leave a group are complete.
      // A message that a client sends before its join is complete would not be delivered to that client.
      let joined: Promise<unknown> = Promise.resolve()
      const runRecoverySerially = (work: () => Promise<object>) => {
        const done = joined.then(work)
        joined = done.catch(() => {})
        return done
      }
      respond(socket, 'join-group', input => runRecoverySerially(() => clientEvents.joinGroup(socket, input)))
      respond(socket, 'leave-group', input =>
        runRecoverySerially(() => clientEvents.leaveGroup(socket, input)),
      )
      respond(socket, 'typing', input => joined.then(() => clientEvents.publishTyping(socket, input)))
      respond(socket, 'send-message', input => joined.then(() => clientEvents.sendMessage(socket, input)))
    },

    handleEvent: createChatBusEventHandler(io, { memberships, delivery, activity, writer }),

    recoverMissedEvents,

    stop: async () => {
      isStopping = true
      activity.stop()
      await writer.drain()
    },
  }
}
