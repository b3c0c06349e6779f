// Forwards chat events of the event bus (PostgreSQL notifications) to the sockets of this server instance.
import type { BusEvent } from '#server/db/bus/bus.ts'
import type { GroupRoomManager } from '#server/features/chat/messages/group-room-manager.ts'
import type { MessageDelivery } from '#server/features/chat/messages/message-delivery.ts'
import type { MessageWriter } from '#server/features/chat/messages/message-writer.ts'
import type { GroupActivityNotifier } from '#server/features/chat/messages/newest-message-notifier.ts'
import {
  type AppServer,
  getGroupRoomName,
  getMembersRoomName,
  getUserRoomName,
} from '#server/realtime/sockets.ts'

type EventOfType<Type extends BusEvent['type']> = Extract<BusEvent, { type: Type }>

interface ChatParts {
  memberships: GroupRoomManager
  delivery: MessageDelivery
  activity: GroupActivityNotifier
  writer: MessageWriter
}

export function createChatBusEventHandler(
  io: AppServer,
  { memberships, delivery, activity, writer }: ChatParts,
): (signal: BusEvent) => void {
  function notifyMembersAboutGroupChange({ changed, groupIds }: EventOfType<'encryption'>): void {
    for (const groupId of groupIds) io.to(getMembersRoomName(groupId)).emit(`e2ee-${changed}`, { groupId })
  }

  /** Delivers changed messages to clients with the group open, and refreshes group lists of other clients. */
  function emitMessageChanges({ groupId, change }: EventOfType<'changes'>): void {
    delivery.deliverChanges(groupId, change)
    activity.scheduleUpdate(groupId)
  }

  function emitTypingEvent({ groupId, userId, name, except = [] }: EventOfType<'typing'>): void {
    const viewers = io.to(getGroupRoomName(groupId)).except(except.map(getUserRoomName))
    viewers.emit('member-typing', { groupId, userId, name })
  }

  /** Sends a reader's new read position to all clients of that reader and, in small groups, to the other members. */
  function emitReadPositions(signal: EventOfType<'messages' | 'read'>): void {
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
  }

  function emitNewMessages(signal: EventOfType<'messages'>): void {
    const { groupId, seq } = signal
    emitReadPositions(signal)
    // The event of a new message often arrives before its insert returns, so delivery waits for the running insert.
    void writer.waitForGroup(groupId).then(() => delivery.deliverMessages(groupId, seq))
    activity.scheduleUpdate(groupId)
  }

  return signal => {
    if (signal.type === 'members') memberships.applyMembershipEvent(signal)
    else if (signal.type === 'encryption') notifyMembersAboutGroupChange(signal)
    else if (signal.type === 'hidden') {
      const { groupId, seq } = signal
      io.to(getGroupRoomName(groupId)).emit('message-hidden', { groupId, seq })
    } else if (signal.type === 'changes') emitMessageChanges(signal)
    else if (signal.type === 'typing') emitTypingEvent(signal)
    else if (signal.type === 'read') emitReadPositions(signal)
    else if (signal.type === 'messages') emitNewMessages(signal)
  }
}
