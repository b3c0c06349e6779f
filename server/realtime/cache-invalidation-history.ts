import type { Topic } from '#shared/realtime/topics.ts'

/**
 * Milliseconds for which invalidated topics are stored: more than a page takes from loading its data to connecting its
 * socket.
 */
const maxAge = 15_000

export interface InvalidatedTopicHistory {
  /**
   * Records the topics (kinds of data) that a change invalidated, for sockets in the given rooms, or for all sockets
   * without rooms.
   */
  remember(topics: Topic[], rooms: string[] | undefined): void
  /** Returns the recently changed kinds of data (topics) that a client in the given rooms must reload. */
  findTopics(rooms: ReadonlySet<string>): Topic[]
}

/**
 * Stores recently invalidated topics (kinds of data) for sockets that are about to connect. A page loads its data
 * before it connects its socket, so it would miss changes made in between.
 */
export function createCacheInvalidationHistory(
  now: () => number = () => performance.now(),
): InvalidatedTopicHistory {
  let invalidations: { at: number; topics: Topic[]; rooms: string[] | undefined }[] = []
  return {
    remember: (topics, rooms) => {
      const at = now()
      invalidations = [
        ...invalidations.filter(invalidation => invalidation.at > at - maxAge),
        { at, topics, rooms },
      ]
    },
    findTopics: rooms => {
      const since = now() - maxAge
      const matching = invalidations.filter(
        invalidation =>
          invalidation.at > since &&
          (!invalidation.rooms || invalidation.rooms.some(room => rooms.has(room))),
      )
      return [...new Set(matching.flatMap(({ topics }) => topics))]
    },
  }
}
