// From the database to the sockets of this instance: of each group that is open here it is known how far its
// messages have been handed out; what lies between that and what was announced is read and handed out in order. What
// this instance wrote itself, and comes next, need not be read again.
import type { Logger } from 'pino'
import type { Db } from '#server/db/client.ts'
import { type AppServer, groupRoom, socketsIn } from '#server/realtime/sockets.ts'
import type { Message, MessageRow } from '#shared/contracts/chat.ts'
import { findBetween, findHeads } from './messages.queries.ts'

export interface Delivery {
  /** How far the messages of a group have been handed out; undefined while nobody here has it open. */
  position(groupId: number): number | undefined
  /** Somebody is about to join; messages after `lastSeq` will be handed out. */
  begin(groupId: number, lastSeq: number): void
  /** The group has come so far. */
  advance(groupId: number, seq: number): void
  /** Just written here, in their order: handed out at once if they are what comes next. */
  offer(groupId: number, fresh: MessageRow[]): void
  /** Announcements may have gone unheard: all heads are compared. */
  compareHeads(): Promise<void>
}

interface Head {
  emitted: number
  wanted: number
  isReading: boolean
}

/** Few enough that handing them out leaves room for others in between. */
const portion = 50
const pauseAfterFailure = 500

export function asSent({ createdAt, ...message }: MessageRow): Message {
  return { ...message, createdAt: createdAt.toISOString() }
}

export function createDelivery(
  io: AppServer,
  db: Db,
  log: Pick<Logger, 'warn'>,
  onDelivered: (sockets: number) => void = () => {},
): Delivery {
  const heads = new Map<number, Head>()
  io.of('/').adapter.on('delete-room', (room: string) => {
    if (room.startsWith('group:')) heads.delete(Number(room.slice('group:'.length)))
  })

  function emit(groupId: number, head: Head, rows: MessageRow[]): void {
    for (const row of rows) io.to(groupRoom(groupId)).emit('new-message', asSent(row))
    onDelivered(rows.length * socketsIn(io, groupRoom(groupId)))
    head.emitted = rows.at(-1)?.seq ?? head.wanted
  }

  async function readOn(groupId: number, head: Head): Promise<void> {
    while (head.emitted < head.wanted) {
      const rows = await findBetween(db, groupId, head.emitted, head.wanted, portion)
      // Everybody left, and whoever came since begins elsewhere.
      if (heads.get(groupId) !== head) return
      emit(groupId, head, rows)
    }
  }

  function catchUp(groupId: number, head: Head): void {
    if (head.isReading || head.emitted >= head.wanted) return
    head.isReading = true
    readOn(groupId, head).then(
      () => {
        head.isReading = false
      },
      error => {
        log.warn({ err: error }, 'messages not handed out yet')
        setTimeout(() => {
          head.isReading = false
          catchUp(groupId, head)
        }, pauseAfterFailure).unref()
      },
    )
  }

  function advance(groupId: number, seq: number): void {
    const head = heads.get(groupId)
    if (!head) return
    head.wanted = Math.max(head.wanted, seq)
    catchUp(groupId, head)
  }

  return {
    advance,
    offer: (groupId, fresh) => {
      const head = heads.get(groupId)
      const [first] = fresh
      if (head && !head.isReading && first?.seq === head.emitted + 1) emit(groupId, head, fresh)
    },
    position: groupId => heads.get(groupId)?.emitted,
    begin: (groupId, lastSeq) => {
      if (!heads.has(groupId)) heads.set(groupId, { emitted: lastSeq, wanted: lastSeq, isReading: false })
    },
    compareHeads: async () => {
      for (const { id, lastSeq } of await findHeads(db, [...heads.keys()])) advance(id, lastSeq)
    },
  }
}
