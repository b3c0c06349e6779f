// Conversations over sockets: what clients ask for, and what other instances announce.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createSendLimit } from '#server/concurrency/throttle.ts'
import { type Signal, whisper } from '#server/db/bus.ts'
import { isHeld, isOutage, isStalled } from '#server/db/database-errors.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import { createAnswers, parseEvent } from '#server/realtime/socket-answers.ts'
import {
  type AppServer,
  type AppSocket,
  groupRoom,
  membersRoom,
  type SocketFeature,
  userRoom,
} from '#server/realtime/sockets.ts'
import { newMessage } from '#shared/contracts/chat.ts'
import { id } from '#shared/fields.ts'
import { isBlockedIn } from './blocks.service.ts'
import { isSmall } from './chat.service.ts'
import { asSent, createDelivery } from './delivery.ts'
import { createGroupActivity } from './group-activity.ts'
import { createMemberships } from './memberships.ts'
import { describeFile } from './message-file.service.ts'
import { createMessageWriter } from './message-writer.ts'
import { findHidingPresence } from './presence.service.ts'
import { type Written, writeMessages, writeTogether } from './write-messages.service.ts'

type Encryption = Extract<Signal, { type: 'encryption' }>

const pauseBetweenTries = 500
/** A second, of one person. A client opens one group at a time, and what it had open again after a reconnect. */
const mostMessages = 10
const mostJoins = 30
const mostTyping = 1

export function createChatSockets(app: FastifyInstance, io: AppServer): SocketFeature {
  const { context, pool, log } = app
  const { db } = context
  const memberships = createMemberships(io, pool)
  const delivery = createDelivery(io, db, log, sockets => app.metrics.deliveries.inc(sockets))
  const activity = createGroupActivity(io, db, log)
  const messageLimit = createSendLimit(mostMessages)
  const typingLimit = createSendLimit(mostTyping)
  const joinLimit = createSendLimit(mostJoins)
  const answer = createAnswers(log)
  /** What was just written need not be read again to be handed out. */
  function offered<Each>({ outcomes, fresh }: Written<Each>): Each[] {
    delivery.offer(fresh)
    return outcomes
  }
  const writer = createMessageWriter(
    {
      together: async batch => offered(await writeTogether(db, pool, batch)),
      alone: async batch => offered(await writeMessages(db, pool, batch)),
    },
    { isOutage, isStalled, isHeld },
  )
  let isStopping = false

  async function joinGroup(socket: AppSocket, input: unknown) {
    const groupId = parseEvent(id, input)
    if (!joinLimit.take(socket.data.user.id)) throw new AppError(429, 'too_fast')
    const isOpen = delivery.position(groupId) !== undefined && socket.rooms.has(membersRoom(groupId))
    if (!isOpen) {
      const heads = await memberships.findHead(socket.data.user.id, groupId)
      if (!heads) throw notFound()
      // It went meanwhile: nothing would ever take it out of the rooms again.
      if (!socket.connected) return {}
      delivery.begin(groupId, heads)
    }
    void socket.join([membersRoom(groupId), groupRoom(groupId)])
    return { ...delivery.position(groupId) }
  }

  async function leaveGroup(socket: AppSocket, input: unknown) {
    void socket.leave(groupRoom(parseEvent(id, input)))
    return {}
  }

  /** Passed on and forgotten; who does not have the group open has no business telling. */
  async function tellTyping(socket: AppSocket, input: unknown) {
    const groupId = parseEvent(id, input)
    const { user } = socket.data
    if (!socket.rooms.has(groupRoom(groupId))) throw notFound()
    if (!typingLimit.take(user.id)) throw new AppError(429, 'too_fast')
    if (!(await isSmall({ db }, groupId)) || (await isBlockedIn(db, groupId))) return {}
    const except = await findHidingPresence(db, groupId)
    if (except.includes(user.id)) return {}
    await whisper(db, { type: 'typing', groupId, userId: user.id, name: user.fullName, except })
    return {}
  }

  async function sendMessage(socket: AppSocket, input: unknown) {
    const { senderId, clientId = randomUUID(), metadata = null, ...said } = parseEvent(newMessage, input)
    const { user, sessionId } = socket.data
    if (senderId !== undefined && senderId !== user.id) throw forbidden('sender-mismatch')
    if (!messageLimit.take(user.id)) throw new AppError(429, 'too_fast')
    const withFile = await describeFile(db, user.id, metadata)
    return { message: asSent(await writer.send({ ...said, ...withFile, clientId, user, sessionId })) }
  }

  function tellMembers({ changed, groupIds }: Encryption): void {
    for (const groupId of groupIds) io.to(membersRoom(groupId)).emit(`e2ee-${changed}`, { groupId })
  }

  /** The newest words of a group stand in lists, too, for whoever does not have it open. */
  function hearChanges({ groupId, change }: Extract<Signal, { type: 'changes' }>): void {
    delivery.advanceChanges(groupId, change)
    activity.touch(groupId)
  }

  async function makeUp(): Promise<void> {
    try {
      // First who may hear, then what there is to hear.
      await memberships.reload()
      await delivery.compareHeads()
    } catch (error) {
      log.warn({ err: error }, 'what was not heard is not looked up yet')
      await sleep(pauseBetweenTries)
      if (!isStopping) await makeUp()
    }
  }

  return {
    admit: socket => memberships.load(socket),

    serve: socket => {
      // Whoever joins and speaks in one breath hears what they said: what comes after a join waits for it.
      let joined: Promise<unknown> = Promise.resolve()
      const inTurn = (work: () => Promise<object>) => {
        const done = joined.then(work)
        joined = done.catch(() => {})
        return done
      }
      answer(socket, 'join-group', input => inTurn(() => joinGroup(socket, input)))
      answer(socket, 'leave-group', input => inTurn(() => leaveGroup(socket, input)))
      answer(socket, 'typing', input => joined.then(() => tellTyping(socket, input)))
      answer(socket, 'send-message', input => joined.then(() => sendMessage(socket, input)))
    },

    hear: signal => {
      if (signal.type === 'members') return memberships.apply(signal)
      if (signal.type === 'encryption') return tellMembers(signal)
      if (signal.type === 'hidden') {
        const { groupId, seq } = signal
        return io.to(groupRoom(groupId)).emit('message-hidden', { groupId, seq })
      }
      if (signal.type === 'changes') return hearChanges(signal)
      if (signal.type === 'typing') {
        const { groupId, userId, name, except = [] } = signal
        const viewers = io.to(groupRoom(groupId)).except(except.map(userRoom))
        return viewers.emit('member-typing', { groupId, userId, name })
      }
      if (signal.type !== 'messages' && signal.type !== 'read') return
      const { groupId, reads } = signal
      const ownUnread = new Map(signal.ownUnread)
      for (const [userId, lastReadSeq] of reads) {
        io.to(userRoom(userId)).emit('group-read', {
          groupId,
          lastReadSeq,
          ownUnread: ownUnread.get(userId) ?? 0,
        })
        if (signal.type === 'read' && signal.isShared) {
          io.to(groupRoom(groupId)).emit('member-read', { groupId, userId, lastReadSeq })
        }
      }
      if (signal.type === 'read') return
      // The announcement of what is written here often comes before the answer that holds it.
      void writer.settled(groupId).then(() => delivery.advance(groupId, signal.seq))
      activity.touch(groupId)
    },

    makeUp,

    stop: async () => {
      isStopping = true
      activity.stop()
      await writer.drain()
    },
  }
}
