// Socket.IO feature for chat: handles client events and forwards events that other server instances publish.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createSendRateLimiter } from '#server/concurrency/send-rate-limiter.ts'
import { type BusEvent, publishTransientEvent } from '#server/db/bus/bus.ts'
import { isLockConflict, isOutage, isQueryTimeout } from '#server/db/errors/database-errors.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import { describeAttachedFile } from '#server/features/chat/files/describe-attached-file.service.ts'
import { createGroupActivityNotifier } from '#server/features/chat/messages/group-activity-notifier.ts'
import { createMembershipRooms } from '#server/features/chat/messages/membership-rooms.ts'
import { createMessageDelivery, serializeMessage } from '#server/features/chat/messages/message-delivery.ts'
import { createMessageWriter } from '#server/features/chat/messages/message-writer.ts'
import {
  type WriteResult,
  writeGroupMessages,
  writeMessageBatch,
} from '#server/features/chat/messages/write-messages.service.ts'
import { isDirectMessageBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import { findMembersHidingPresence } from '#server/features/chat/presence/presence.service.ts'
import { createEventResponder, parseEventInput } from '#server/realtime/event-responder.ts'
import {
  type AppServer,
  type AppSocket,
  getGroupRoomName,
  getMembersRoomName,
  getUserRoomName,
  type SocketFeature,
} from '#server/realtime/sockets.ts'
import { newMessage } from '#shared/contracts/chat/chat.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { isSmallGroup } from './chat.service.ts'

type EncryptionEvent = Extract<BusEvent, { type: 'encryption' }>

const retryDelay = 500
/** Rate limits per user and second. A client joins one group at a time, and all open groups after a reconnect. */
const maxMessagesPerSecond = 10
const maxJoinsPerSecond = 30
const maxTypingPerSecond = 1

export function createChatSockets(app: FastifyInstance, io: AppServer): SocketFeature {
  const { context, pool, log } = app
  const { db } = context
  const memberships = createMembershipRooms(io, pool)
  const delivery = createMessageDelivery(io, db, log, sockets => app.metrics.deliveries.inc(sockets))
  const activity = createGroupActivityNotifier(io, db, log)
  const messageLimit = createSendRateLimiter(maxMessagesPerSecond)
  const typingLimit = createSendRateLimiter(maxTypingPerSecond)
  const joinLimit = createSendRateLimiter(maxJoinsPerSecond)
  const respond = createEventResponder(log)
  /** Offers new messages for delivery, so that they need not be read from the database again. */
  function offerForDelivery<Each>({ outcomes, newMessages }: WriteResult<Each>): Each[] {
    delivery.deliverWritten(newMessages)
    return outcomes
  }
  const writer = createMessageWriter(
    {
      writeBatch: async batch => offerForDelivery(await writeMessageBatch(db, pool, batch)),
      writeGroup: async batch => offerForDelivery(await writeGroupMessages(db, pool, batch)),
    },
    { isOutage, isStalled: isQueryTimeout, isHeld: isLockConflict },
  )
  let isStopping = false

  async function joinGroup(socket: AppSocket, input: unknown) {
    const groupId = parseEventInput(id, input)
    if (!joinLimit.tryAcquire(socket.data.user.id)) throw new AppError(429, 'too_fast')
    const isAlreadyJoined =
      delivery.getPosition(groupId) !== undefined && socket.rooms.has(getMembersRoomName(groupId))
    if (!isAlreadyJoined) {
      const heads = await memberships.findGroupHead(socket.data.user.id, groupId)
      if (!heads) throw notFound()
      // A socket that disconnected meanwhile must not join rooms, because nothing would remove it from them.
      if (!socket.connected) return {}
      delivery.startGroup(groupId, heads)
    }
    void socket.join([getMembersRoomName(groupId), getGroupRoomName(groupId)])
    return { ...delivery.getPosition(groupId) }
  }

  async function leaveGroup(socket: AppSocket, input: unknown) {
    void socket.leave(getGroupRoomName(parseEventInput(id, input)))
    return {}
  }

  /** Publishes a transient typing event. Only clients that have the group open may send it. */
  async function publishTyping(socket: AppSocket, input: unknown) {
    const groupId = parseEventInput(id, input)
    const { user } = socket.data
    if (!socket.rooms.has(getGroupRoomName(groupId))) throw notFound()
    if (!typingLimit.tryAcquire(user.id)) throw new AppError(429, 'too_fast')
    if (!(await isSmallGroup({ db }, groupId)) || (await isDirectMessageBlocked(db, groupId))) return {}
    const except = await findMembersHidingPresence(db, groupId)
    if (except.includes(user.id)) return {}
    await publishTransientEvent(db, { type: 'typing', groupId, userId: user.id, name: user.fullName, except })
    return {}
  }

  async function sendMessage(socket: AppSocket, input: unknown) {
    const {
      senderId,
      clientId = randomUUID(),
      metadata = null,
      ...content
    } = parseEventInput(newMessage, input)
    const { user, sessionId } = socket.data
    if (senderId !== undefined && senderId !== user.id) throw forbidden('sender-mismatch')
    if (!messageLimit.tryAcquire(user.id)) throw new AppError(429, 'too_fast')
    const withFile = await describeAttachedFile(db, user.id, metadata)
    return {
      message: serializeMessage(await writer.send({ ...content, ...withFile, clientId, user, sessionId })),
    }
  }

  function notifyMembers({ changed, groupIds }: EncryptionEvent): void {
    for (const groupId of groupIds) io.to(getMembersRoomName(groupId)).emit(`e2ee-${changed}`, { groupId })
  }

  /** Delivers changed messages to open groups and refreshes the preview in the group lists of other members. */
  function handleChanges({ groupId, change }: Extract<BusEvent, { type: 'changes' }>): void {
    delivery.deliverChanges(groupId, change)
    activity.scheduleUpdate(groupId)
  }

  async function recoverMissedEvents(): Promise<void> {
    try {
      // Room memberships are reloaded before messages, so that removed members receive nothing.
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

    handleEvent: signal => {
      if (signal.type === 'members') return memberships.applyMembershipEvent(signal)
      if (signal.type === 'encryption') return notifyMembers(signal)
      if (signal.type === 'hidden') {
        const { groupId, seq } = signal
        return io.to(getGroupRoomName(groupId)).emit('message-hidden', { groupId, seq })
      }
      if (signal.type === 'changes') return handleChanges(signal)
      if (signal.type === 'typing') {
        const { groupId, userId, name, except = [] } = signal
        const viewers = io.to(getGroupRoomName(groupId)).except(except.map(getUserRoomName))
        return viewers.emit('member-typing', { groupId, userId, name })
      }
      if (signal.type !== 'messages' && signal.type !== 'read') return
      const { groupId, reads } = signal
      const ownUnread = new Map(signal.ownUnread)
      for (const [userId, lastReadSeq] of reads) {
        io.to(getUserRoomName(userId)).emit('group-read', {
          groupId,
          lastReadSeq,
          ownUnread: ownUnread.get(userId) ?? 0,
        })
        if (signal.type === 'read' && signal.isShared) {
          io.to(getGroupRoomName(groupId)).emit('member-read', { groupId, userId, lastReadSeq })
        }
      }
      if (signal.type === 'read') return
      // The published event often arrives before the result of the insert, so delivery waits for the pending write.
      void writer.waitForGroup(groupId).then(() => delivery.deliverMessages(groupId, signal.seq))
      activity.scheduleUpdate(groupId)
    },

    recoverMissedEvents: recoverMissedEvents,

    stop: async () => {
      isStopping = true
      activity.stop()
      await writer.drain()
    },
  }
}
