// Calls over sockets: who is in them, and the sealed words with which devices find each other.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { createSendLimit } from '#server/concurrency/throttle.ts'
import type { Signal } from '#server/db/bus.ts'
import { readClock } from '#server/db/clock.ts'
import { AppError, forbidden } from '#server/errors.ts'
import { createAnswers, parseEvent } from '#server/realtime/socket-answers.ts'
import {
  type AppServer,
  type AppSocket,
  membersRoom,
  type SocketFeature,
  socketsIn,
  userRoom,
} from '#server/realtime/sockets.ts'
import { call, newSignal } from '#shared/contracts/calls.ts'
import { findCall } from './calls.queries.ts'
import { clearForwarded } from './forward-call.service.ts'
import { janusOf } from './janus.ts'
import { passOn } from './signals.queries.ts'
import { sweepCalls } from './sweep-calls.service.ts'
import { startSweeper } from './sweeper.ts'

type Changed = Extract<Signal, { type: 'call' }>

/** A connection between two is a few dozen of them in a second or two. */
const mostSignals = 50
const pauseBetweenTries = 500

export function createCallSockets(app: FastifyInstance, io: AppServer): SocketFeature {
  const { context, pool, log } = app
  const { db } = context
  const limit = createSendLimit(mostSignals)
  const answer = createAnswers(log)
  const janus = janusOf(context.settings)
  const clock = async () => (await readClock(db)).getTime()
  const sweeper = startSweeper(
    clock,
    async isPatienceOver => {
      await sweepCalls(db, pool, isPatienceOver)
      // What the forwarding server does not hear now it hears with the next look; people do not wait for it.
      await (janus && clearForwarded(db, janus).catch(() => log.warn('the forwarding server is not reached')))
    },
    log,
  )
  /** What is read later is told later. */
  const inOrder = createKeyedMutex()
  let isStopping = false

  async function tell({ id, groupId }: Changed): Promise<void> {
    const room = membersRoom(groupId)
    if (isStopping || socketsIn(io, room) === 0) return
    try {
      const now = await findCall(db, id)
      if (now) io.to(room).emit('call-changed', z.encode(call, now))
    } catch (error) {
      log.warn({ err: error }, 'a call not told of yet')
      await sleep(pauseBetweenTries)
      await tell({ type: 'call', id, groupId })
    }
  }

  async function sendSignal(socket: AppSocket, input: unknown) {
    const signal = parseEvent(newSignal, input)
    const { id } = socket.data.user
    if (!limit.take(id)) throw new AppError(429, 'too_fast')
    if (!(await passOn(pool, id, signal))) throw forbidden()
    return {}
  }

  return {
    serve: socket => answer(socket, 'call-signal', input => sendSignal(socket, input)),

    hear: signal => {
      if (signal.type === 'call') void inOrder(signal.groupId, () => tell(signal))
      if (signal.type === 'call-signal') io.to(userRoom(signal.to)).emit('call-signal', signal.part)
      // Somebody may have lost access.
      if (signal.type === 'sessions' || (signal.type === 'members' && signal.removed)) sweeper.notice()
    },

    stop: async () => {
      isStopping = true
      await sweeper.stop()
    },
  }
}
