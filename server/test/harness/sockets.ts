import { io, type Socket } from 'socket.io-client'

/**
 * Connects a real socket.io client. Resolves once connected; rejects when the server refuses the connection.
 * `prepare` registers listeners that must exist before the first event arrives.
 */
export function connectSocket(
  url: string,
  headers: Record<string, string>,
  prepare: (socket: Socket) => void = () => {},
): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
    timeout: 60_000,
  })
  prepare(socket)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', error => {
      socket.close()
      reject(error)
    })
  })
}

export function waitForDisconnect(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    if (!socket.connected) resolve('closed before')
    else socket.once('disconnect', resolve)
  })
}
