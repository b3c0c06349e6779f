// Answers over sockets whether a user is online (presence). Presence is not stored.
// A server instance without a socket of the user asks the other instances and waits a short time for a reply.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createSocketSendRateLimiter } from '#server/concurrency/socket-send-rate-limiter.ts'
import { publishTransientEvent } from '#server/db/bus/bus.ts'
import { AppError } from '#server/errors.ts'
import { createSocketEventResponder, parseSocketEventInput } from '#server/realtime/socket-event-responder.ts'
import {
  type AppServer,
  type AppSocket,
  countSocketsInRoom,
  getUserRoomName,
  type SocketHandlers,
} from '#server/realtime/sockets.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { findLastSeenTime } from './presence.service.ts'

/** Milliseconds to wait for other server instances to report that the user is connected to them. */
const replyTimeout = 400
/** Maximum number of presence queries per user and second. */
const maxQueriesPerSecond = 5

export function createPresenceSocketHandlers(
  { context, log }: FastifyInstance,
  io: AppServer,
): SocketHandlers {
  const { db } = context
  const respond = createSocketEventResponder(log)
  const limit = createSocketSendRateLimiter(maxQueriesPerSecond)
  const pendingQueries = new Map<string, () => void>()
  const isConnectedLocally = (userId: number) => countSocketsInRoom(io, getUserRoomName(userId)) > 0

  function isConnectedElsewhere(userId: number): Promise<boolean> {
    const queryId = randomUUID()
    return new Promise((resolve, reject) => {
      const settlePresenceQuery = (isConnected: boolean) => {
        clearTimeout(timer)
        pendingQueries.delete(queryId)
        resolve(isConnected)
      }
      const timer = setTimeout(() => settlePresenceQuery(false), replyTimeout)
      pendingQueries.set(queryId, () => settlePresenceQuery(true))
      publishTransientEvent(db, { type: 'seeking', userId, ask: queryId }).catch(reject)
    })
  }

  async function getPresence({ data: { user } }: AppSocket, input: unknown) {
    const userId = parseSocketEventInput(id, input)
    if (!limit.tryAcquire(user.id)) throw new AppError(429, 'too_fast')
    const activity = await findLastSeenTime(db, user, userId)
    if (!activity) return { isOnline: false, lastSeenAt: null }
    const isOnline = isConnectedLocally(userId) || (await isConnectedElsewhere(userId))
    return { isOnline, lastSeenAt: activity.lastSeenAt?.toISOString() ?? null }
  }

  return {
    registerHandlers: socket => respond(socket, 'see-presence', input => getPresence(socket, input)),
    handleEvent: signal => {
      if (signal.type === 'there') pendingQueries.get(signal.ask)?.()
      if (signal.type !== 'seeking' || !isConnectedLocally(signal.userId)) return
      publishTransientEvent(db, { type: 'there', ask: signal.ask }).catch(error =>
        log.warn({ err: error }, 'presence: could not reply to the query of another server instance'),
      )
    },
    stop: async () => {
      for (const settle of pendingQueries.values()) settle()
    },
  }
}
