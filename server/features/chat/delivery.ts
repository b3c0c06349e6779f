// From the database to the sockets of this instance: of each group that is open here it is known how far its
// messages, and the changes of them, have been handed out; what lies between that and what was announced is read and
// handed out in order. What this instance wrote itself, and comes next, need not be read again.
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { groupBy } from '#server/lists.ts'
import { type AppServer, groupRoom, socketsIn } from '#server/realtime/sockets.ts'
import type { Message, MessageRow } from '#shared/contracts/chat.ts'
import { createHandingOut } from './handing-out.ts'
import type { Heads } from './memberships.queries.ts'
import { findBetween, findChanged, findHeads } from './messages.queries.ts'

export interface Delivery {
  /** How far a group has been handed out; undefined while nobody here has it open. */
  position(groupId: number): Heads | undefined
  /** Somebody is about to join; what comes after this will be handed out. */
  begin(groupId: number, heads: Heads): void
  /** The messages of the group have come so far. */
  advance(groupId: number, seq: number): void
  /** And the changes of them. */
  advanceChanges(groupId: number, change: number): void
  /** Just written here, those of each group in their order: handed out at once if they are what comes next. */
  offer(fresh: MessageRow[]): void
  /** Announcements may have gone unheard: all heads are compared. */
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
  const said = createHandingOut<MessageRow>({
    read: (groupId, after, upTo, limit) => findBetween(db, groupId, after, upTo, limit),
    emit: (groupId, rows) => {
      for (const row of rows) io.to(groupRoom(groupId)).emit('new-message', asSent(row))
      onDelivered(rows.length * socketsIn(io, groupRoom(groupId)))
    },
    placeOf: ({ seq }) => seq,
    log,
  })
  const changed = createHandingOut<MessageRow>({
    read: (groupId, after, upTo, limit) => findChanged(db, groupId, { after, from: 0, limit }, { upTo }),
    emit: (groupId, rows, before) => {
      let after = before
      for (const row of rows) {
        io.to(groupRoom(groupId)).emit('message-changed', { groupId, after, message: asSent(row) })
        after = row.changeSeq
      }
    },
    placeOf: ({ changeSeq }) => changeSeq,
    log,
  })
  io.of('/').adapter.on('delete-room', (room: string) => {
    if (!room.startsWith('group:')) return
    const groupId = Number(room.slice('group:'.length))
    said.end(groupId)
    changed.end(groupId)
  })

  return {
    advance: said.advance,
    advanceChanges: changed.advance,
    offer: fresh => {
      for (const [groupId, rows] of groupBy(fresh, row => row.groupId)) said.offer(groupId, rows)
    },
    position: groupId => {
      const [lastSeq, lastChange] = [said.position(groupId), changed.position(groupId)]
      return lastSeq === undefined || lastChange === undefined ? undefined : { lastSeq, lastChange }
    },
    begin: (groupId, { lastSeq, lastChange }) => {
      said.begin(groupId, lastSeq)
      changed.begin(groupId, lastChange)
    },
    compareHeads: async () => {
      for (const { id, lastSeq, lastChange } of await findHeads(db, said.open())) {
        said.advance(id, lastSeq)
        changed.advance(id, lastChange)
      }
    },
  }
}
