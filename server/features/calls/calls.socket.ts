// Socket events of calls: broadcasts call changes to group members and relays encrypted WebRTC signals between devices.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { createSocketSendRateLimiter } from '#server/concurrency/socket-send-rate-limiter.ts'
import type { BusEvent } from '#server/db/bus/bus.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { AppError, forbidden } from '#server/errors.ts'
import { createSocketEventResponder, parseSocketEventInput } from '#server/realtime/socket-event-responder.ts'
import {
  type AppServer,
  type AppSocket,
  countSocketsInRoom,
  getMembersRoomName,
  getUserRoomName,
  type SocketHandlers,
} from '#server/realtime/sockets.ts'
import { call, newSignal } from '#shared/contracts/calls/calls.schemas.ts'
import { findCall } from './calls.queries.ts'
import { cleanUpStaleCalls } from './clean-up-stale-calls.service.ts'
import { releaseJanusResources } from './forward-call.service.ts'
import { createJanusClient } from './janus-client.ts'
import { relayCallSignal } from './relay-call-signal.queries.ts'
import { startStaleCallCleanup } from './stale-call-cleanup.ts'

type CallChange = Extract<BusEvent, { type: 'call' }>

/**
 * Limit of call signals per user and second. Setting up a WebRTC connection takes a few dozen signals within two seconds.
 */
const maxSignalsPerSecond = 50
const retryDelayMs = 500

export function createCallSocketHandlers(app: FastifyInstance, io: AppServer): SocketHandlers {
  const { context, pool, log } = app
  const { db } = context
  const limit = createSocketSendRateLimiter(maxSignalsPerSecond)
  const registerHandler = createSocketEventResponder(log)
  const janus = createJanusClient(context.settings)
  const readDatabaseTimeMs = async () => (await readDatabaseClock(db)).getTime()
  const sweeper = startStaleCallCleanup(
    readDatabaseTimeMs,
    async canRemoveSilent => {
      await cleanUpStaleCalls(db, pool, canRemoveSilent)
      // When the Janus media server cannot be cleaned up now, the next call cleanup tries it again.
      await (janus &&
        releaseJanusResources(db, janus).catch(() =>
          log.warn('calls: Janus cannot be reached; check JANUS_URL and that Janus is running'),
        ))
    },
    log,
  )
  /** Serializes broadcasts of call states per group, so clients receive them in the order in which they were read. */
  const groupMutex = createKeyedMutex()
  let isStopping = false

  async function broadcastCall({ id, groupId }: CallChange): Promise<void> {
    const room = getMembersRoomName(groupId)
    if (isStopping || countSocketsInRoom(io, room) === 0) return
    try {
      const current = await findCall(db, id)
      if (current) io.to(room).emit('call-changed', z.encode(call, current))
    } catch (error) {
      log.warn({ err: error }, 'calls: broadcasting a call change failed; it is retried')
      await sleep(retryDelayMs)
      await broadcastCall({ type: 'call', id, groupId })
    }
  }

  async function relaySignalOfSocket(socket: AppSocket, input: unknown) {
    const signal = parseSocketEventInput(newSignal, input)
    const { id } = socket.data.user
    if (!limit.tryAcquire(id)) throw new AppError(429, 'too_fast')
    if (!(await relayCallSignal(pool, id, signal))) throw forbidden()
    return {}
  }

  return {
    registerHandlers: socket =>
      registerHandler(socket, 'call-signal', input => relaySignalOfSocket(socket, input)),

    handleEvent: signal => {
      if (signal.type === 'call') void groupMutex(signal.groupId, () => broadcastCall(signal))
      if (signal.type === 'call-signal') io.to(getUserRoomName(signal.to)).emit('call-signal', signal.part)
      // After a session or group membership ended, a call cleanup removes participants who lost access to their call.
      if (signal.type === 'sessions' || (signal.type === 'members' && signal.removed)) sweeper.sweepSoon()
    },

    stop: async () => {
      isStopping = true
      await sweeper.stop()
    },
  }
}
