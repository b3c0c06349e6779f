import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { type Socket as Client, io as connect } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { FanOutAdapter } from './fan-out-adapter.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const resource of open.splice(0)) resource.close()
})

class SingleSocketFanOut extends FanOutAdapter {
  protected override readonly portion = 1
}

interface ConnectedClient {
  client: Client
  socket: Socket
  received: unknown[]
}

/**
 * Starts a Socket.IO server with the fan-out adapter set to one socket per turn of the event loop, and connects clients
 * to one room.
 */
async function setUpSocketServer(transports: ('websocket' | 'polling')[]) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { adapter: SingleSocketFanOut })
  open.push(io)
  const connectToRoom = async (
    transport: 'websocket' | 'polling',
    room = 'bilik',
  ): Promise<ConnectedClient> => {
    const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: [transport],
      forceNew: true,
    })
    open.push(client)
    const received: unknown[] = []
    client.on('kata', message => received.push(message))
    const [socket] = (await once(io, 'connection')) as [Socket]
    await socket.join(room)
    if (!client.connected) await new Promise<void>(resolve => void client.once('connect', resolve))
    return { client, socket, received }
  }
  const people: ConnectedClient[] = []
  for (const transport of transports) people.push(await connectToRoom(transport))
  const emitToRoom = (...messages: unknown[]) => {
    for (const message of messages) io.to('bilik').emit('kata', message)
  }
  return { io, people, connectToRoom, emitToRoom }
}

test('the fan-out adapter delivers short and long messages in order over WebSocket and polling', async () => {
  const { people, emitToRoom, io } = await setUpSocketServer(['websocket', 'polling', 'websocket'])
  const messages = ['satu', 'é'.repeat(100), 'x'.repeat(70_000), 'empat', 'lima']
  emitToRoom(...messages.slice(0, 3))
  await new Promise(resolve => setImmediate(resolve))
  emitToRoom(...messages.slice(3))
  await waitUntil(() => people.every(({ received }) => received.length === 5))
  for (const { received } of people) expect(received).toEqual(messages)
  io.except('nobody').emit('kata', 'semua')
  await waitUntil(() => people.every(({ received }) => received.at(-1) === 'semua'))
})

test('between writes to many sockets the fan-out adapter lets other work of the event loop run', async () => {
  const { people, emitToRoom } = await setUpSocketServer(['websocket', 'websocket', 'websocket', 'websocket'])
  let written = 0
  for (const { socket } of people) socket.conn.on('packetCreate', () => written++)
  emitToRoom('satu')
  const progress: number[] = []
  while (written < people.length) {
    progress.push(written)
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(progress.length).toBeGreaterThanOrEqual(people.length)
  emitToRoom('dua', 'tiga', 'empat')
  await waitUntil(() => people.every(({ received }) => received.length === 4))
  // Messages emitted in the same turn of the event loop are combined into one write for each socket.
  expect(written).toBe(2 * people.length)
})

test('a socket that leaves a room during a broadcast receives nothing more, and one that joins receives only later messages', async () => {
  const { people, connectToRoom, emitToRoom } = await setUpSocketServer([
    'websocket',
    'websocket',
    'websocket',
  ])
  const lateClient = await connectToRoom('websocket', 'luar')
  const [, , last] = people as [ConnectedClient, ConnectedClient, ConnectedClient]
  emitToRoom('satu')
  await last.socket.leave('bilik')
  await lateClient.socket.join('bilik')
  emitToRoom('dua')
  await waitUntil(() => people[0]?.received.length === 2 && lateClient.received.length === 1)
  expect([people[0]?.received, last.received, lateClient.received]).toEqual([['satu', 'dua'], [], ['dua']])
})
