// What a group has, by numbers that only rise, and how far it was handed out here.
import type { Logger } from 'pino'

export interface HandingOut<Row> {
  position(groupId: number): number | undefined
  begin(groupId: number, from: number): void
  end(groupId: number): void
  open(): number[]
  advance(groupId: number, upTo: number): void
  offer(groupId: number, rows: Row[]): void
}

interface Parts<Row> {
  /** In order, the first of what lies between. */
  read(groupId: number, after: number, upTo: number, limit: number): Promise<Row[]>
  /** `before`: what was handed out last. */
  emit(groupId: number, rows: Row[], before: number): void
  placeOf(row: Row): number
  log: Pick<Logger, 'warn'>
}

interface Head {
  emitted: number
  /** The last that anybody was told of: what was read may have moved on meanwhile, and nothing be left to tell. */
  told: number
  wanted: number
  isReading: boolean
}

/** Few enough that handing them out leaves room for others in between. */
const portion = 50
const pauseAfterFailure = 500

export function createHandingOut<Row>({ read, emit, placeOf, log }: Parts<Row>): HandingOut<Row> {
  const heads = new Map<number, Head>()

  function handOut(groupId: number, head: Head, rows: Row[]): void {
    const last = rows.at(-1)
    if (last === undefined) return
    emit(groupId, rows, head.told)
    head.told = placeOf(last)
    head.emitted = head.told
  }

  async function readOn(groupId: number, head: Head): Promise<void> {
    while (head.emitted < head.wanted) {
      // More may be wanted by the time it is read, and was not looked for.
      const upTo = head.wanted
      const rows = await read(groupId, head.emitted, upTo, portion)
      // Everybody left, and whoever came since begins elsewhere.
      if (heads.get(groupId) !== head) return
      handOut(groupId, head, rows)
      if (rows.length === 0) head.emitted = upTo
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

  return {
    position: groupId => heads.get(groupId)?.emitted,
    begin: (groupId, from) => {
      if (!heads.has(groupId))
        heads.set(groupId, { emitted: from, told: from, wanted: from, isReading: false })
    },
    end: groupId => void heads.delete(groupId),
    open: () => [...heads.keys()],
    advance: (groupId, upTo) => {
      const head = heads.get(groupId)
      if (!head) return
      head.wanted = Math.max(head.wanted, upTo)
      catchUp(groupId, head)
    },
    offer: (groupId, rows) => {
      const head = heads.get(groupId)
      const [first] = rows
      if (head && !head.isReading && first !== undefined && placeOf(first) === head.emitted + 1) {
        handOut(groupId, head, rows)
      }
    },
  }
}
