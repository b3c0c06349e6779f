import { io, type Socket } from 'socket.io-client'

/**
 * A real client of the real server; resolves once it is connected, rejects when it is refused. `prepare` is for what
 * has to listen before the first word comes.
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

export function whenClosed(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    if (!socket.connected) resolve('closed before')
    else socket.once('disconnect', resolve)
  })
}
