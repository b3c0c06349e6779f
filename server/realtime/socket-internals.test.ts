import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { type Socket as Client, io as connect } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import {
  encodeSocketIoPacket,
  isWebSocketConnection,
  measureSendBuffer,
  terminateConnection,
  writeWebSocketFrames,
} from './socket-internals.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const resource of open.splice(0)) resource.close()
})

/** Starts a Socket.IO server and connects one client by `transport` (WebSocket or HTTP long polling). */
async function connectClient(
  transport: 'websocket' | 'polling',
): Promise<{ io: Server; socket: Socket; client: Client }> {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { perMessageDeflate: false })
  const { port } = http.address() as AddressInfo
  const client = connect(`http://127.0.0.1:${port}`, { transports: [transport], reconnection: false })
  open.push(io, client)
  const [socket] = (await once(io, 'connection')) as [Socket]
  if (!client.connected) await new Promise<void>(resolve => void client.once('connect', resolve))
  return { io, socket, client }
}

const buildEvent = (io: Server, value: string) =>
  encodeSocketIoPacket(io.of('/').adapter, { type: 2, data: ['kata', value] })

describe('internals of Socket.IO and Engine.IO after an upgrade', () => {
  test.each(['', 'é'.repeat(100), 'x'.repeat(70_000)])(
    'a WebSocket client decodes consecutive frames of one write (case %#)',
    async value => {
      const { io, socket, client } = await connectClient('websocket')
      const received: string[] = []
      const isComplete = new Promise<void>(resolve => {
        client.on('kata', text => {
          received.push(text)
          if (text === 'akhir') resolve()
        })
      })
      const frames = [value, 'akhir'].map(text => buildEvent(io, text).frame)
      writeWebSocketFrames(socket, 'the text is not sent over WebSocket', Buffer.concat(frames))
      await isComplete
      expect(received).toEqual([value, 'akhir'])
    },
  )

  test('a client on HTTP long polling receives the event as text instead of prepared WebSocket frames', async () => {
    const { io, socket, client } = await connectClient('polling')
    const received = once(client as never, 'kata')
    writeWebSocketFrames(socket, buildEvent(io, 'teks').text, buildEvent(io, 'bingkai').frame)
    expect(await received).toEqual(['teks'])
  })

  test.each(['websocket', 'polling'] as const)(
    'isWebSocketConnection recognizes the transport %s',
    async transport => {
      const { socket } = await connectClient(transport)
      expect(isWebSocketConnection(socket)).toBe(transport === 'websocket')
    },
  )

  test('measureSendBuffer counts queued packets, their frames and the bytes that the WebSocket buffers', async () => {
    const { socket } = await connectClient('websocket')
    expect(measureSendBuffer(socket)).toEqual({ packets: 0, bytes: 0 })
    const [large, small] = [Buffer.alloc(16 * 1024 * 1024), Buffer.alloc(500)]
    // The first packet is written to the WebSocket at once, and the second one is queued until the first is written.
    writeWebSocketFrames(socket, '', large)
    expect(measureSendBuffer(socket)).toEqual({ packets: 0, bytes: large.length })
    writeWebSocketFrames(socket, '', small)
    socket.conn.write('teks')
    expect(measureSendBuffer(socket)).toEqual({ packets: 2, bytes: large.length + small.length + 4 })
  })

  test('terminateConnection disconnects a client whose connection still has buffered data', async () => {
    const { socket, client } = await connectClient('websocket')
    const disconnected = new Promise(resolve => void client.once('disconnect', resolve))
    writeWebSocketFrames(socket, '', Buffer.alloc(16 * 1024 * 1024))
    terminateConnection(socket)
    expect(socket.connected).toBe(false)
    await disconnected
  })
})
