import { io } from 'socket.io-client'
import { meKey, queryClient, refresh } from './query-client.ts'

/** Spelled out, because they are promised: reconnecting for ever, a little later each time, not all at once. */
const socket = io({
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
}
