import type { InvalidatedTopics } from '#shared/realtime/socket-events.ts'

export interface RefreshBroadcaster {
  notifyAll(touched: InvalidatedTopics): void
  stop(): void
}

/**
 * Broadcasts topic invalidations to all clients: the first at once, further ones bundled once per second.
 * When a hundred users join an activity, bundling keeps every client from reloading a hundred times.
 */
export function createRefreshBroadcaster(
  send: (touched: InvalidatedTopics[]) => void,
  minInterval = 1000,
): RefreshBroadcaster {
  const pending = new Map<string, InvalidatedTopics>()
  let timer: NodeJS.Timeout | undefined

  function sendPending(): void {
    timer = undefined
    if (pending.size === 0) return
    send([...pending.values()])
    pending.clear()
    timer = setTimeout(sendPending, minInterval).unref()
  }

  return {
    notifyAll: ({ topics, by }) => {
      const key = topics.join()
      const before = pending.get(key)
      // Bundled changes of several browser windows have no single originating window, so every window reloads.
      const isSameOrigin = before === undefined || before.by === by
      pending.set(key, isSameOrigin ? { topics, by } : { topics })
      if (!timer) sendPending()
    },
    stop: () => clearTimeout(timer),
  }
}
