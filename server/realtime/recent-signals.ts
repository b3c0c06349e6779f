import type { Topic } from '#shared/contracts/topics.ts'

/** Longer than a page's data is old when its first connection stands; what is older the client looks up by itself. */
const span = 15_000

export interface RecentSignals {
  /** Rooms left out: everybody. */
  remember(topics: Topic[], rooms: string[] | undefined): void
  /** Whatever changed lately for somebody who stands in these rooms. */
  for(rooms: ReadonlySet<string>): Topic[]
}

/**
 * A page fetches its data first and connects a moment later; what was announced in between would never reach it. So
 * whoever comes in is told what has just changed.
 */
export function createRecentSignals(now: () => number = () => performance.now()): RecentSignals {
  let signals: { at: number; topics: Topic[]; rooms: string[] | undefined }[] = []
  return {
    remember: (topics, rooms) => {
      const at = now()
      signals = [...signals.filter(signal => signal.at > at - span), { at, topics, rooms }]
    },
    for: rooms => {
      const since = now() - span
      const mine = signals.filter(
        signal => signal.at > since && (!signal.rooms || signal.rooms.some(room => rooms.has(room))),
      )
      return [...new Set(mine.flatMap(({ topics }) => topics))]
    },
  }
}
