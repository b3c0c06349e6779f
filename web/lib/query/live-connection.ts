// Live connection (socket) to the server. socket.io is loaded after the first screen has been painted.
import type { ClientEvents, ServerEvents } from '#shared/realtime/socket-events.ts'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import { windowId } from '#web/lib/http/api.ts'
import { displayedCachedResponses } from '#web/lib/offline/displayed-cached-responses.ts'
import { currentUserQuery, queryClient, refetchQueriesOfTopics } from './query-client.ts'
import type { LiveSocket } from './socket-client.ts'

type Events = ServerEvents & { connect(): void; disconnect(reason: string): void }
type Listener = (...args: never[]) => void

let socket: LiveSocket | undefined
const listeners = new Set<{ name: string; listener: Listener }>()

/** Subscribes to a socket event, even before the socket exists. Returns a function that unsubscribes. */
function subscribeToSocketEvent<Name extends keyof Events>(name: Name, listener: Events[Name]): () => void {
  const entry = { name, listener }
  listeners.add(entry)
  socket?.on(name as never, listener as never)
  return () => {
    listeners.delete(entry)
    socket?.off(name as never, listener as never)
  }
}

/** True while the main frame of the app, which needs the live connection, is shown. */
let isShellOpen = false

/** Fetches the signed-in user again after a session ended or changed. Reconnects the socket if the user is active. */
async function recheckSession(): Promise<void> {
  await queryClient.refetchQueries(currentUserQuery)
  const me = queryClient.getQueryData(currentUserQuery.queryKey)
  if (isShellOpen && me?.status === 'active') socket?.connect()
}

// Change events from this window are skipped, because its own responses have already refreshed the data.
subscribeToSocketEvent('refresh', events => {
  const ownOrigin = `${queryClient.getQueryData(currentUserQuery.queryKey)?.id}.${windowId}`
  const topics = events.filter(({ by }) => by !== ownOrigin).flatMap(event => event.topics)
  if (topics.length > 0) void refetchQueriesOfTopics(topics)
})
let hasBeenConnected = false
/**
 * Maximum age (ms) of data that is not refetched at the first connect. It must be shorter than the period whose events
 * the server replays.
 */
const replayWindow = 10_000

// After a reconnect of the socket all data is refetched, because events may have been missed.
// On its first connection, a socket receives recent events again, so only older data is refetched.
subscribeToSocketEvent('connect', () => {
  // Data from the offline cache counts as outdated, no matter how recently it was read from the cache.
  const age = hasBeenConnected || displayedCachedResponses.get().size > 0 ? 0 : replayWindow
  hasBeenConnected = true
  void refetchQueriesOfTopics(['everything'], age)
  if (age > 0) void refetchQueriesOfTopics(['groups'])
})
subscribeToSocketEvent('disconnect', reason => {
  // If the server closes the socket connection, socket.io does not reconnect automatically.
  if (reason === 'io server disconnect') void recheckSession()
})

const retryDelay = 5000

/** Loads the socket code, and retries while the network fails to deliver it. */
async function loadSocket(): Promise<LiveSocket> {
  for (;;) {
    try {
      const { createSocketIoClient } = await import('./socket-client.ts')
      return createSocketIoClient()
    } catch {
      await new Promise(resolve => setTimeout(resolve, retryDelay))
    }
  }
}

async function getSocket(): Promise<LiveSocket> {
  await firstScreenPainted
  const created = await loadSocket()
  if (socket) return socket
  socket = created
  for (const { name, listener } of listeners) socket.on(name as never, listener as never)
  return socket
}

/** Milliseconds after which a socket request without acknowledgement counts as failed. */
const acknowledgementTimeout = 10_000

export const connection = {
  open(): () => void {
    isShellOpen = true
    void getSocket().then(ready => isShellOpen && ready.connect())
    return () => {
      isShellOpen = false
      socket?.disconnect()
    }
  },
  isConnected: () => socket?.connected ?? false,
  subscribe(listener: () => void): () => void {
    const stops = [
      subscribeToSocketEvent('connect', listener),
      subscribeToSocketEvent('disconnect', listener),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
  on: subscribeToSocketEvent,
  /**
   * Sends an event and returns its acknowledgement. If the promise is rejected, the server may still have handled it.
   */
  async ask<Answer>(name: keyof ClientEvents, payload: unknown): Promise<Answer> {
    if (!socket) throw new Error('not connected')
    return (await socket.timeout(acknowledgementTimeout).emitWithAck(name, payload as never)) as Answer
  },
}
