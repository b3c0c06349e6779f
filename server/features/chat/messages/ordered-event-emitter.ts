// Emits the messages or changes (rows) of each group by ascending sequence number, and remembers the last number.
// Messages and changes that were not emitted yet are read from the database in portions. A failed read is retried.
import type { Logger } from 'pino'

export interface SequenceEmitter<Row> {
  getPosition(groupId: number): number | undefined
  startGroup(groupId: number, from: number): void
  stopGroup(groupId: number): void
  listGroups(): number[]
  emitUpTo(groupId: number, upTo: number): void
  emitIfNext(groupId: number, rows: Row[]): void
}

interface EmitterOptions<Row> {
  /** Reads up to `limit` messages or changes with `after` < sequence number ≤ `upTo`, in ascending order. */
  read(groupId: number, after: number, upTo: number, limit: number): Promise<Row[]>
  /**
   * Emits messages or changes (rows) to the sockets of a group. `before` is the sequence number of the row
   * emitted previously.
   */
  emit(groupId: number, rows: Row[], before: number): void
  getSequence(row: Row): number
  log: Pick<Logger, 'warn'>
}

interface Head {
  position: number
  /**
   * Number of the last emitted message or change. `position` is higher if the following numbers turned out to
   * have no row.
   */
  lastEmitted: number
  wanted: number
  isReading: boolean
}

/** Maximum number of rows that are read and emitted at a time, so that the event loop is not blocked for long. */
const readLimit = 50
const retryDelay = 500

export function createOrderedEventEmitter<Row>({
  read,
  emit,
  getSequence,
  log,
}: EmitterOptions<Row>): SequenceEmitter<Row> {
  const heads = new Map<number, Head>()

  function emitEventRows(groupId: number, head: Head, rows: Row[]): void {
    const last = rows.at(-1)
    if (last === undefined) return
    emit(groupId, rows, head.lastEmitted)
    head.lastEmitted = getSequence(last)
    head.position = head.lastEmitted
  }

  async function emitMissingEvents(groupId: number, head: Head): Promise<void> {
    while (head.position < head.wanted) {
      // `upTo` stays unchanged if a message that arrives during the read raises `head.wanted`.
      const upTo = head.wanted
      const rows = await read(groupId, head.position, upTo, readLimit)
      // Drops the rows if `stopGroup` was called while they were read, even if the group was restarted.
      if (heads.get(groupId) !== head) return
      emitEventRows(groupId, head, rows)
      if (rows.length === 0) head.position = upTo
    }
  }

  function catchUpWithGroup(groupId: number, head: Head): void {
    if (head.isReading || head.position >= head.wanted) return
    head.isReading = true
    emitMissingEvents(groupId, head).then(
      () => {
        head.isReading = false
      },
      error => {
        log.warn({ err: error }, 'chat: could not read messages for delivery, retrying')
        setTimeout(() => {
          head.isReading = false
          catchUpWithGroup(groupId, head)
        }, retryDelay).unref()
      },
    )
  }

  return {
    getPosition: groupId => heads.get(groupId)?.position,
    startGroup: (groupId, from) => {
      if (!heads.has(groupId))
        heads.set(groupId, { position: from, lastEmitted: from, wanted: from, isReading: false })
    },
    stopGroup: groupId => void heads.delete(groupId),
    listGroups: () => [...heads.keys()],
    emitUpTo: (groupId, upTo) => {
      const head = heads.get(groupId)
      if (!head) return
      head.wanted = Math.max(head.wanted, upTo)
      catchUpWithGroup(groupId, head)
    },
    emitIfNext: (groupId, rows) => {
      const head = heads.get(groupId)
      const [first] = rows
      if (head && !head.isReading && first !== undefined && getSequence(first) === head.position + 1) {
        emitEventRows(groupId, head, rows)
      }
    },
  }
}
