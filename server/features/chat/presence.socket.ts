// Who is there. Nothing of it is kept: an instance that has no socket of the person asks the others, and waits a moment.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createSendLimit } from '#server/concurrency/throttle.ts'
import { whisper } from '#server/db/bus.ts'
import { AppError } from '#server/errors.ts'
import { createAnswers, parseEvent } from '#server/realtime/socket-answers.ts'
import {
  type AppServer,
  type AppSocket,
  type SocketFeature,
  socketsIn,
  userRoom,
} from '#server/realtime/sockets.ts'
import { id } from '#shared/fields.ts'
import { findLastSeen } from './presence.service.ts'

/** Whoever holds a socket has said so by then. */
const patience = 400
/** A second, of one person. */
const mostLooks = 5

export function createPresenceSockets({ context, log }: FastifyInstance, io: AppServer): SocketFeature {
  const { db } = context
  const answer = createAnswers(log)
  const limit = createSendLimit(mostLooks)
  const asked = new Map<string, () => void>()
  const isHere = (userId: number) => socketsIn(io, userRoom(userId)) > 0

  function isElsewhere(userId: number): Promise<boolean> {
    const ask = randomUUID()
    return new Promise((resolve, reject) => {
      const settle = (isThere: boolean) => {
        clearTimeout(timer)
        asked.delete(ask)
        resolve(isThere)
      }
      const timer = setTimeout(() => settle(false), patience)
      asked.set(ask, () => settle(true))
      whisper(db, { type: 'seeking', userId, ask }).catch(reject)
    })
  }

  async function seePresence({ data: { user } }: AppSocket, input: unknown) {
    const userId = parseEvent(id, input)
    if (!limit.take(user.id)) throw new AppError(429, 'too_fast')
    const seen = await findLastSeen(db, user, userId)
    if (!seen) return { isOnline: false, lastSeenAt: null }
    const isOnline = isHere(userId) || (await isElsewhere(userId))
    return { isOnline, lastSeenAt: seen.lastSeenAt?.toISOString() ?? null }
  }

  return {
    serve: socket => answer(socket, 'see-presence', input => seePresence(socket, input)),
    hear: signal => {
      if (signal.type === 'there') asked.get(signal.ask)?.()
      if (signal.type !== 'seeking' || !isHere(signal.userId)) return
      whisper(db, { type: 'there', ask: signal.ask }).catch(error =>
        log.warn({ err: error }, 'presence not told'),
      )
    },
    stop: async () => {
      for (const settle of asked.values()) settle()
    },
  }
}
