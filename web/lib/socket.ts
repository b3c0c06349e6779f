// The live connection as the rest of the program sees it. The library behind it is fetched once the page stands:
// nothing waits for it.
import type { ClientEvents, ServerEvents } from '#shared/contracts/socket.ts'
import { windowId } from './api.ts'
import { firstScreen } from './first-screen.ts'
import { meQuery, queryClient, refresh } from './query-client.ts'
import { recalled } from './recalled.ts'
import type { LiveSocket } from './socket-client.ts'

type Events = ServerEvents & { connect(): void; disconnect(reason: string): void }
type Listener = (...args: never[]) => void

let socket: LiveSocket | undefined
const listeners = new Set<{ name: string; listener: Listener }>()

/** Whether or not there is a socket yet. */
function on<Name extends keyof Events>(name: Name, listener: Events[Name]): () => void {
  const entry = { name, listener }
  listeners.add(entry)
  socket?.on(name as never, listener as never)
  return () => {
    listeners.delete(entry)
    socket?.off(name as never, listener as never)
  }
}

/** Whether the shell is open, and so wants to hear. */
let isWanted = false

/** The session has ended, or changed: who we are now decides whether there is anything left to hear. */
async function reconsider(): Promise<void> {
  await queryClient.refetchQueries(meQuery)
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (isWanted && me?.status === 'active') socket?.connect()
}

// What this window did itself it has learnt by the answer.
on('refresh', touched => {
  const mine = `${queryClient.getQueryData(meQuery.queryKey)?.id}.${windowId}`
  const topics = touched.filter(({ by }) => by !== mine).flatMap(one => one.topics)
  if (topics.length > 0) void refresh(topics)
})
let hasBeenConnected = false
/** Shorter than what the server tells a newcomer of: see server/recent-signals.ts. */
const young = 10_000

// What was said while nobody listened is looked up. The first time the server tells of what has just changed, so that
// is what came long before the connection did; of what is said in groups it does not tell.
on('connect', () => {
  // What this device had kept is as old as it is, however lately it was looked up.
  const age = hasBeenConnected || recalled.get().size > 0 ? 0 : young
  hasBeenConnected = true
  void refresh(['everything'], age)
  if (age > 0) void refresh(['groups'])
})
on('disconnect', reason => {
  // Cut by the server itself, after which the library does not come back on its own.
  if (reason === 'io server disconnect') void reconsider()
})

const pause = 5000

/** A part that did not arrive over a bad network is asked for again. */
async function load(): Promise<LiveSocket> {
  for (;;) {
    try {
      const { createSocket } = await import('./socket-client.ts')
      return createSocket()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

async function getSocket(): Promise<LiveSocket> {
  await firstScreen
  const made = await load()
  if (socket) return socket
  socket = made
  for (const { name, listener } of listeners) socket.on(name as never, listener as never)
  return socket
}

/** How long an answer is waited for; after that it is asked again, or said that it failed. */
const patience = 10_000

export const connection = {
  open(): () => void {
    isWanted = true
    void getSocket().then(ready => isWanted && ready.connect())
    return () => {
      isWanted = false
      socket?.disconnect()
    }
  },
  isConnected: () => socket?.connected ?? false,
  subscribe(listener: () => void): () => void {
    const stops = [on('connect', listener), on('disconnect', listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },
  /** Returns how to stop listening. */
  on,
  /** Rejects when no answer came, which says nothing about what became of it. */
  async ask<Answer>(name: keyof ClientEvents, payload: unknown): Promise<Answer> {
    if (!socket) throw new Error('not connected')
    return (await socket.timeout(patience).emitWithAck(name, payload as never)) as Answer
  },
}
