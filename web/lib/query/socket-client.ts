import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#shared/realtime/socket-events.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

/** Creates the socket.io client. It reconnects forever, with growing and randomized delays. */
export function createSocketIoClient(): LiveSocket {
  return io({
    autoConnect: false,
    transports: ['websocket', 'polling'],
    timeout: 20_000,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
  })
}
