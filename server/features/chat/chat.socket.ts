// Socket.IO feature for chat: handles client events and forwards events that other server instances publish.
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

type EncryptionEvent = Extract<Signal, { type: 'encryption' }>

const retryDelay = 500
/** Rate limits per user and second. A client joins one group at a time, and all open groups after a reconnect. */
const maxMessagesPerSecond = 10
const maxJoinsPerSecond = 30
const maxTypingPerSecond = 1

export function createChatSockets(app: FastifyInstance, io: AppServer): SocketFeature {
  const { context, pool, log } = app
  const { db } = context
  const memberships = createMemberships(io, pool)
  const delivery = createDelivery(io, db, log, sockets => app.metrics.deliveries.inc(sockets))
  const activity = createGroupActivity(io, db, log)
  const messageLimit = createSendLimit(maxMessagesPerSecond)
  const typingLimit = createSendLimit(maxTypingPerSecond)
  const joinLimit = createSendLimit(maxJoinsPerSecond)
  const respond = createAnswers(log)
  /** Offers new messages for delivery, so that they need not be read from the database again. */
  function offerForDelivery<Each>({ outcomes, fresh }: Written<Each>): Each[] {
    delivery.offer(fresh)
    return outcomes
  }
  const writer = createMessageWriter(
    {
      writeBatch: async batch => offerForDelivery(await writeTogether(db, pool, batch)),
      writeGroup: async batch => offerForDelivery(await writeMessages(db, pool, batch)),
    },
    { isOutage, isStalled, isHeld },
  )
  let isStopping = false

  async function joinGroup(socket: AppSocket, input: unknown) {
    const groupId = parseEvent(id, input)
    if (!joinLimit.take(socket.data.user.id)) throw new AppError(429, 'too_fast')
    const isAlreadyJoined = delivery.position(groupId) !== undefined && socket.rooms.has(membersRoom(groupId))
    if (!isAlreadyJoined) {
      const heads = await memberships.findHead(socket.data.user.id, groupId)
      if (!heads) throw notFound()
      // A socket that disconnected meanwhile must not join rooms, because nothing would remove it from them.
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

  /** Publishes a transient typing event. Only clients that have the group open may send it. */
  async function publishTyping(socket: AppSocket, input: unknown) {
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
    const { senderId, clientId = randomUUID(), metadata = null, ...content } = parseEvent(newMessage, input)
    const { user, sessionId } = socket.data
    if (senderId !== undefined && senderId !== user.id) throw forbidden('sender-mismatch')
    if (!messageLimit.take(user.id)) throw new AppError(429, 'too_fast')
    const withFile = await describeFile(db, user.id, metadata)
    return { message: asSent(await writer.send({ ...content, ...withFile, clientId, user, sessionId })) }
  }

  function notifyMembers({ changed, groupIds }: EncryptionEvent): void {
    for (const groupId of groupIds) io.to(membersRoom(groupId)).emit(`e2ee-${changed}`, { groupId })
  }

  /** Delivers changed messages to open groups and refreshes the preview in the group lists of other members. */
  function handleChanges({ groupId, change }: Extract<Signal, { type: 'changes' }>): void {
    delivery.advanceChanges(groupId, change)
    activity.touch(groupId)
  }

  async function recoverMissedEvents(): Promise<void> {
    try {
      // Room memberships are reloaded before messages, so that removed members receive nothing.
      await memberships.reload()
      await delivery.compareHeads()
    } catch (error) {
      log.warn({ err: error }, 'chat: could not reload missed events from the database, retrying')
      await sleep(retryDelay)
      if (!isStopping) await recoverMissedEvents()
    }
  }

  return {
    admit: socket => memberships.load(socket),

    serve: socket => {
      // Events of a socket wait for its pending joins: a client that joins and sends at once receives its message.
      let joined: Promise<unknown> = Promise.resolve()
      const runSerially = (work: () => Promise<object>) => {
        const done = joined.then(work)
        joined = done.catch(() => {})
        return done
      }
      respond(socket, 'join-group', input => runSerially(() => joinGroup(socket, input)))
      respond(socket, 'leave-group', input => runSerially(() => leaveGroup(socket, input)))
      respond(socket, 'typing', input => joined.then(() => publishTyping(socket, input)))
      respond(socket, 'send-message', input => joined.then(() => sendMessage(socket, input)))
    },

    hear: signal => {
      if (signal.type === 'members') return memberships.apply(signal)
      if (signal.type === 'encryption') return notifyMembers(signal)
      if (signal.type === 'hidden') {
        const { groupId, seq } = signal
        return io.to(groupRoom(groupId)).emit('message-hidden', { groupId, seq })
      }
      if (signal.type === 'changes') return handleChanges(signal)
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
      // The published event often arrives before the result of the insert, so delivery waits for the pending write.
      void writer.settled(groupId).then(() => delivery.advance(groupId, signal.seq))
      activity.touch(groupId)
    },

    makeUp: recoverMissedEvents,

    stop: async () => {
      isStopping = true
      activity.stop()
      await writer.drain()
    },
  }
}
