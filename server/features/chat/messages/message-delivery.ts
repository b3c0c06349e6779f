// Delivers messages and message changes from the database to the sockets of this server instance.
// For each group open in a client, the delivery stores the numbers of the last delivered message and change.
// When an event announces a higher sequence number, all messages up to that number are read and emitted in order.
// Messages that this server instance has just written are sent to its sockets without reading them again.
import type { Logger } from 'pino'
import type { Db } from '#server/db/connection/client.ts'
import { groupBy } from '#server/lists.ts'
import { type AppServer, countSocketsInRoom, getGroupRoomName } from '#server/realtime/sockets.ts'
import type { Message, MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { GroupHead } from './memberships.queries.ts'
import {
  findChangedMessages,
  findLastSequenceNumbersOfGroups,
  findMessagesBetweenSequenceNumbers,
} from './messages.queries.ts'
import { createOrderedEventEmitter } from './ordered-event-emitter.ts'

export interface MessageDelivery {
  /**
   * Sequence numbers of the last delivered message and message change of a group. Undefined while no local
   * socket has the group open.
   */
  getPosition(groupId: number): GroupHead | undefined
  /**
   * Starts to deliver the messages and changes of a group that follow the numbers in `heads`. Must be called
   * before a socket joins the group.
   */
  startGroup(groupId: number, heads: GroupHead): void
  /** Delivers the undelivered messages of a group up to the sequence number `seq` to the local sockets. */
  deliverMessages(groupId: number, seq: number): void
  /** Delivers the undelivered edits, deletions and reactions of a group up to the change number `change`. */
  deliverChanges(groupId: number, change: number): void
  /**
   * Emits messages that this server instance wrote at once, if they follow the last delivered message of their group.
   */
  deliverWritten(fresh: MessageRow[]): void
  /** Delivers stored messages to clients with the group open when events of these messages were lost. */
  deliverMissed(): Promise<void>
}

export function serializeMessage({ createdAt, editedAt, ...message }: MessageRow): Message {
  return { ...message, createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null }
}

export function createMessageDelivery(
  io: AppServer,
  db: Db,
  log: Pick<Logger, 'warn'>,
  onDelivered: (sockets: number) => void = () => {},
): MessageDelivery {
  const messageEmitter = createOrderedEventEmitter<MessageRow>({
    read: (groupId, after, upTo, limit) =>
      findMessagesBetweenSequenceNumbers(db, groupId, after, upTo, limit),
    emit: (groupId, rows) => {
      for (const row of rows) io.to(getGroupRoomName(groupId)).emit('new-message', serializeMessage(row))
      onDelivered(rows.length * countSocketsInRoom(io, getGroupRoomName(groupId)))
    },
    getSequence: ({ seq }) => seq,
    log,
  })
  const changeEmitter = createOrderedEventEmitter<MessageRow>({
    read: (groupId, after, upTo, limit) =>
      findChangedMessages(db, groupId, { after, from: 0, limit }, { upTo }),
    emit: (groupId, rows, before) => {
      let after = before
      for (const row of rows) {
        io.to(getGroupRoomName(groupId)).emit('message-changed', {
          groupId,
          after,
          message: serializeMessage(row),
        })
        after = row.changeSeq
      }
    },
    getSequence: ({ changeSeq }) => changeSeq,
    log,
  })
  io.of('/').adapter.on('delete-room', (room: string) => {
    if (!room.startsWith('group:')) return
    const groupId = Number(room.slice('group:'.length))
    messageEmitter.stopGroup(groupId)
    changeEmitter.stopGroup(groupId)
  })

  return {
    deliverMessages: messageEmitter.emitUpTo,
    deliverChanges: changeEmitter.emitUpTo,
    deliverWritten: fresh => {
      for (const [groupId, rows] of groupBy(fresh, row => row.groupId))
        messageEmitter.emitIfNext(groupId, rows)
    },
    getPosition: groupId => {
      const [lastSeq, lastChange] = [messageEmitter.getPosition(groupId), changeEmitter.getPosition(groupId)]
      return lastSeq === undefined || lastChange === undefined ? undefined : { lastSeq, lastChange }
    },
    startGroup: (groupId, { lastSeq, lastChange }) => {
      messageEmitter.startGroup(groupId, lastSeq)
      changeEmitter.startGroup(groupId, lastChange)
    },
    deliverMissed: async () => {
      for (const { id, lastSeq, lastChange } of await findLastSequenceNumbersOfGroups(
        db,
        messageEmitter.listGroups(),
      )) {
        messageEmitter.emitUpTo(id, lastSeq)
        changeEmitter.emitUpTo(id, lastChange)
      }
    },
  }
}
