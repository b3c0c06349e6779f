// Handlers of the chat events that clients send.
import { randomUUID } from 'node:crypto'
import { createSocketSendRateLimiter } from '#server/concurrency/socket-send-rate-limiter.ts'
import type { Context } from '#server/context.ts'
import { publishTransientEvent } from '#server/db/bus/bus.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import { addAttachedFileToMessageMetadata } from '#server/features/chat/files/add-attached-file-to-message-metadata.service.ts'
import type { GroupRoomManager } from '#server/features/chat/messages/group-room-manager.ts'
import { type MessageDelivery, serializeMessage } from '#server/features/chat/messages/message-delivery.ts'
import type { MessageWriter } from '#server/features/chat/messages/message-writer.ts'
import { isDirectMessageBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import { findMembersHidingPresence } from '#server/features/chat/presence/presence.service.ts'
import { parseSocketEventInput } from '#server/realtime/socket-event-responder.ts'
import { type AppSocket, getGroupRoomName, getMembersRoomName } from '#server/realtime/sockets.ts'
import { newMessage } from '#shared/contracts/chat/chat.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { areReadReceiptsShownInGroup } from './chat.service.ts'

/**
 * Rate limits of chat events per user and second. Joins have a high limit, because a reconnecting client
 * joins many groups.
 */
const maxMessagesPerSecond = 10
const maxJoinsPerSecond = 30
const maxTypingPerSecond = 1

interface ChatParts {
  memberships: GroupRoomManager
  delivery: MessageDelivery
  writer: MessageWriter
}

export function createChatClientEventHandlers(
  { db }: Pick<Context, 'db'>,
  { memberships, delivery, writer }: ChatParts,
) {
  const messageLimit = createSocketSendRateLimiter(maxMessagesPerSecond)
  const typingLimit = createSocketSendRateLimiter(maxTypingPerSecond)
  const joinLimit = createSocketSendRateLimiter(maxJoinsPerSecond)

  async function joinGroup(socket: AppSocket, input: unknown) {
    const groupId = parseSocketEventInput(id, input)
    if (!joinLimit.tryAcquire(socket.data.user.id)) throw new AppError(429, 'too_fast')
    const isAlreadyJoined =
      delivery.getPosition(groupId) !== undefined && socket.rooms.has(getMembersRoomName(groupId))
    if (!isAlreadyJoined) {
      const heads = await memberships.findGroupHead(socket.data.user.id, groupId)
      if (!heads) throw notFound()
      // A disconnected socket must not join Socket.IO rooms, because it would never leave these rooms.
      if (!socket.connected) return {}
      delivery.startGroup(groupId, heads)
    }
    void socket.join([getMembersRoomName(groupId), getGroupRoomName(groupId)])
    return { ...delivery.getPosition(groupId) }
  }

  async function leaveGroup(socket: AppSocket, input: unknown) {
    void socket.leave(getGroupRoomName(parseSocketEventInput(id, input)))
    return {}
  }

  /** Publishes a transient typing event. Only clients that have the group open may send it. */
  async function publishTyping(socket: AppSocket, input: unknown) {
    const groupId = parseSocketEventInput(id, input)
    const { user } = socket.data
    if (!socket.rooms.has(getGroupRoomName(groupId))) throw notFound()
    if (!typingLimit.tryAcquire(user.id)) throw new AppError(429, 'too_fast')
    if (!(await areReadReceiptsShownInGroup({ db }, groupId)) || (await isDirectMessageBlocked(db, groupId)))
      return {}
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
    } = parseSocketEventInput(newMessage, input)
    const { user, sessionId } = socket.data
    if (senderId !== undefined && senderId !== user.id) throw forbidden('sender-mismatch')
    if (!messageLimit.tryAcquire(user.id)) throw new AppError(429, 'too_fast')
    const withFile = await addAttachedFileToMessageMetadata(db, user.id, metadata)
    return {
      message: serializeMessage(await writer.send({ ...content, ...withFile, clientId, user, sessionId })),
    }
  }

  return { joinGroup, leaveGroup, publishTyping, sendMessage }
}
