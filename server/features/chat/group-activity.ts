// Word to members who do not have a group open: that something was said, and the newest of it, so that lists and
// badges follow without anybody asking. A busy group is told of once a second, not once a message.
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { type AppServer, groupRoom, membersRoom, socketsIn } from '#server/realtime/sockets.ts'
import type { MessageRow } from '#shared/contracts/chat.ts'
import { asSent } from './delivery.ts'
import { findNewest } from './messages.queries.ts'

export interface GroupActivity {
  touch(groupId: number): void
  stop(): void
}

const rest = 1000

export function createGroupActivity(io: AppServer, db: Db, log: Pick<Logger, 'warn'>): GroupActivity {
  /** Told of less than a second ago. */
  const resting = new Map<number, NodeJS.Timeout>()
  /** Something was said since they were told of. */
  const waiting = new Set<number>()
  let isTelling = false

  /** Whoever has a group open is a member, so with as many sockets in both rooms there is nobody left to tell. */
  const hasListeners = (id: number) => socketsIn(io, membersRoom(id)) > socketsIn(io, groupRoom(id))

  function tell(newest: MessageRow): void {
    const { groupId, seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt } =
      asSent(newest)
    const lastMessage = { seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt }
    io.to(membersRoom(groupId))
      .except(groupRoom(groupId))
      .emit('group-activity', { groupId, lastSeq: seq, lastMessage })
  }

  function restAfter(groupId: number): void {
    const timer = setTimeout(() => {
      resting.delete(groupId)
      void tellAll()
    }, rest)
    resting.set(groupId, timer.unref())
  }

  /** All groups that are due in one query; what comes up meanwhile is told with the next. */
  async function tellAll(): Promise<void> {
    if (isTelling) return
    isTelling = true
    for (let due = takeDue(); due.length > 0; due = takeDue()) {
      const newest = await findNewest(db, due).catch(error => {
        log.warn({ err: error }, 'activity of groups not told')
        for (const groupId of due) waiting.add(groupId)
        return []
      })
      for (const message of newest) tell(message)
    }
    isTelling = false
  }

  function takeDue(): number[] {
    const due = [...waiting].filter(groupId => !resting.has(groupId))
    for (const groupId of due) {
      waiting.delete(groupId)
      restAfter(groupId)
    }
    return due
  }

  return {
    touch: groupId => {
      if (!hasListeners(groupId)) return
      waiting.add(groupId)
      void tellAll()
    },
    stop: () => {
      for (const timer of resting.values()) clearTimeout(timer)
    },
  }
}
