// Sends a group's newest message to members who do not have the group open, for their group lists and badges.
// The newest message of a group is sent at most once per second, however many messages arrive.
import type { Logger } from 'pino'
import type { Db } from '#server/db/connection/client.ts'
import {
  type AppServer,
  countSocketsInRoom,
  getGroupRoomName,
  getMembersRoomName,
} from '#server/realtime/sockets.ts'
import type { MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import { serializeMessage } from './message-delivery.ts'
import { findNewestMessages } from './messages.queries.ts'

export interface GroupActivityNotifier {
  scheduleUpdate(groupId: number): void
  stop(): void
}

const minInterval = 1000

export function createNewestMessageNotifier(
  io: AppServer,
  db: Db,
  log: Pick<Logger, 'warn'>,
): GroupActivityNotifier {
  /**
   * Chat groups that sent a group list update less than a second ago, each with the timer that ends the
   * pause.
   */
  const throttled = new Map<number, NodeJS.Timeout>()
  /** Chat groups whose newest message still has to be sent to members, for their group lists. */
  const pending = new Set<number>()
  let isSending = false

  /**
   * Returns true when a connected member does not have the group open.
   * Sockets with the group open are also in the room of its members, so different room sizes reveal such a member.
   */
  const hasMembersOnOtherInstances = (id: number) =>
    countSocketsInRoom(io, getMembersRoomName(id)) > countSocketsInRoom(io, getGroupRoomName(id))

  function sendGroupActivity(newest: MessageRow): void {
    const { groupId, seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt } =
      serializeMessage(newest)
    const lastMessage = { seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt }
    io.to(getMembersRoomName(groupId))
      .except(getGroupRoomName(groupId))
      .emit('group-activity', { groupId, lastSeq: seq, lastMessage })
  }

  function throttleGroup(groupId: number): void {
    const timer = setTimeout(() => {
      throttled.delete(groupId)
      void sendPendingActivity()
    }, minInterval)
    throttled.set(groupId, timer.unref())
  }

  /**
   * Sends the newest message of each pending group to the group's members. Groups with an update in the last
   * second wait.
   */
  async function sendPendingActivity(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let due = takeDueGroups(); due.length > 0; due = takeDueGroups()) {
      const newest = await findNewestMessages(db, due).catch(error => {
        log.warn(
          { err: error },
          'chat: could not read the newest messages for group lists, retrying in one second',
        )
        for (const groupId of due) pending.add(groupId)
        return []
      })
      for (const message of newest) sendGroupActivity(message)
    }
    isSending = false
  }

  function takeDueGroups(): number[] {
    const due = [...pending].filter(groupId => !throttled.has(groupId))
    for (const groupId of due) {
      pending.delete(groupId)
      throttleGroup(groupId)
    }
    return due
  }

  return {
    scheduleUpdate: groupId => {
      if (!hasMembersOnOtherInstances(groupId)) return
      pending.add(groupId)
      void sendPendingActivity()
    },
    stop: () => {
      for (const timer of throttled.values()) clearTimeout(timer)
    },
  }
}
