import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#shared/contracts/socket.ts'
import { meKey, queryClient, refresh } from './query-client.ts'

/** Spelled out, because they are promised: reconnecting for ever, a little later each time, not all at once. */
const socket: Socket<ServerEvents, ClientEvents> = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  timeout: 20_000,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
})

let hasBeenConnected = false

socket.on('refresh', refresh)
socket.on('connect', () => {
  // What was said while nobody listened is looked up.
  if (hasBeenConnected) void refresh(['/api/'])
  hasBeenConnected = true
})
socket.on('disconnect', reason => {
  // The server itself cut it: the session has ended or changed. Who we are now decides what comes next.
  if (reason === 'io server disconnect') void queryClient.invalidateQueries({ queryKey: meKey })
})

/** How long an answer is waited for; after that it is asked again, or said that it failed. */
const patience = 10_000

type Listened = ServerEvents & { connect(): void; disconnect(): void }

export const connection = {
  open(): () => void {
    socket.connect()
    return () => {
      socket.disconnect()
    }
  },
  isConnected: () => socket.connected,
  subscribe(listener: () => void): () => void {
    socket.on('connect', listener)
    socket.on('disconnect', listener)
    return () => {
      socket.off('connect', listener)
      socket.off('disconnect', listener)
    }
  },
  /** Returns how to stop listening. */
  on<Name extends keyof Listened>(name: Name, listener: Listened[Name]): () => void {
    socket.on(name as 'connect', listener as () => void)
    return () => {
      socket.off(name as 'connect', listener as () => void)
    }
  },
  /** Rejects when no answer came, which says nothing about what became of it. */
  ask<Answer>(name: keyof ClientEvents, payload: unknown): Promise<Answer> {
    return socket.timeout(patience).emitWithAck(name, payload as never) as Promise<Answer>
  },
}
