import type { InvalidatedTopics } from '#shared/realtime/socket-events.ts'

export interface RefreshBroadcaster {
  notifyAll(touched: InvalidatedTopics): void
  stop(): void
}

/**
 * Sends all clients the topics (kinds of data) that they must load again: the first at once, further ones combined once
 * per second. When a hundred users join an activity, no client loads the data a hundred times.
 */
export function createCacheInvalidationBroadcaster(
  send: (touched: InvalidatedTopics[]) => void,
  minInterval = 1000,
): RefreshBroadcaster {
  const pending = new Map<string, InvalidatedTopics>()
  let timer: NodeJS.Timeout | undefined

  function sendPendingRefreshes(): void {
    timer = undefined
    if (pending.size === 0) return
    send([...pending.values()])
    pending.clear()
    timer = setTimeout(sendPendingRefreshes, minInterval).unref()
  }

  return {
    notifyAll: ({ topics, by }) => {
      const key = topics.join()
      const before = pending.get(key)
      // An event that combines changes of several browser windows has no origin, so every window reloads.
      const isSameOrigin = before === undefined || before.by === by
      pending.set(key, isSameOrigin ? { topics, by } : { topics })
      if (!timer) sendPendingRefreshes()
    },
    stop: () => clearTimeout(timer),
  }
}
