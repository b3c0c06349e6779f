// Proxy between the server and PostgreSQL that can make connections hang.
// Tests do not suspend PostgreSQL itself, because it might then hold a lock that every new connection needs.
import { createConnection, createServer, type Socket } from 'node:net'

export interface ConnectionProxy {
  /**
   * Permanently stops all data on the open connections and returns the number of these connections. New connections
   * work.
   */
  stallConnections(): number
  close(): void
}

/** Forwards connections from one unix socket to another. */
export async function startConnectionProxy(path: string, targetPath: string): Promise<ConnectionProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer(client => {
    const pair: [Socket, Socket] = [client, createConnection(targetPath)]
    pairs.add(pair)
    const [, target] = pair
    client.pipe(target).pipe(client)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  return {
    stallConnections() {
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
      return pairs.size
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
