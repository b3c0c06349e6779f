// Delivers messages and message changes from the database to the sockets of this server instance.
// For each open group the delivery tracks the last delivered sequence numbers of messages and of changes.
// When an event publishes a higher number, the rows between are read and emitted in order.
// Messages that this instance has just written are emitted without reading them again.
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { groupBy } from '#server/lists.ts'
import { type AppServer, groupRoom, socketsIn } from '#server/realtime/sockets.ts'
import type { Message, MessageRow } from '#shared/contracts/chat.ts'
import { createHandingOut } from './handing-out.ts'
import type { Heads } from './memberships.queries.ts'
import { findBetween, findChanged, findHeads } from './messages.queries.ts'

export interface Delivery {
  /** Last delivered sequence numbers of a group; undefined while no local socket has the group open. */
  position(groupId: number): Heads | undefined
  /** Starts delivery for a group before a socket joins it. Messages after `heads` will be delivered. */
  begin(groupId: number, heads: Heads): void
  /** Delivers messages of the group up to the sequence number `seq`. */
  advance(groupId: number, seq: number): void
  /** Delivers message changes of the group up to the change number `change`. */
  advanceChanges(groupId: number, change: number): void
  /**
   * Emits messages written by this instance at once if they directly follow the last delivered message of their group.
   */
  offer(fresh: MessageRow[]): void
  /** Compares all open groups with the database and delivers what is missing, after events may have been lost. */
  compareHeads(): Promise<void>
}

export function asSent({ createdAt, editedAt, ...message }: MessageRow): Message {
  return { ...message, createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null }
}

export function createDelivery(
  io: AppServer,
  db: Db,
  log: Pick<Logger, 'warn'>,
  onDelivered: (sockets: number) => void = () => {},
): Delivery {
  const messageEmitter = createHandingOut<MessageRow>({
    read: (groupId, after, upTo, limit) => findBetween(db, groupId, after, upTo, limit),
    emit: (groupId, rows) => {
      for (const row of rows) io.to(groupRoom(groupId)).emit('new-message', asSent(row))
      onDelivered(rows.length * socketsIn(io, groupRoom(groupId)))
    },
    getSequence: ({ seq }) => seq,
    log,
  })
  const changeEmitter = createHandingOut<MessageRow>({
    read: (groupId, after, upTo, limit) => findChanged(db, groupId, { after, from: 0, limit }, { upTo }),
    emit: (groupId, rows, before) => {
      let after = before
      for (const row of rows) {
        io.to(groupRoom(groupId)).emit('message-changed', { groupId, after, message: asSent(row) })
        after = row.changeSeq
      }
    },
    getSequence: ({ changeSeq }) => changeSeq,
    log,
  })
  io.of('/').adapter.on('delete-room', (room: string) => {
    if (!room.startsWith('group:')) return
    const groupId = Number(room.slice('group:'.length))
    messageEmitter.end(groupId)
    changeEmitter.end(groupId)
  })

  return {
    advance: messageEmitter.advance,
    advanceChanges: changeEmitter.advance,
    offer: fresh => {
      for (const [groupId, rows] of groupBy(fresh, row => row.groupId)) messageEmitter.offer(groupId, rows)
    },
    position: groupId => {
      const [lastSeq, lastChange] = [messageEmitter.position(groupId), changeEmitter.position(groupId)]
      return lastSeq === undefined || lastChange === undefined ? undefined : { lastSeq, lastChange }
    },
    begin: (groupId, { lastSeq, lastChange }) => {
      messageEmitter.begin(groupId, lastSeq)
      changeEmitter.begin(groupId, lastChange)
    },
    compareHeads: async () => {
      for (const { id, lastSeq, lastChange } of await findHeads(db, messageEmitter.open())) {
        messageEmitter.advance(id, lastSeq)
        changeEmitter.advance(id, lastChange)
      }
    },
  }
}
