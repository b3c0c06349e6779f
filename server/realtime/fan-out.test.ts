import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { type Socket as Client, io as connect } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { until } from '#server/test/program.ts'
import { FanOut } from './fan-out.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

class OneATurn extends FanOut {
  protected override readonly portion = 1
}

interface Person {
  client: Client
  socket: Socket
  heard: unknown[]
}

/** A server that writes to one socket a turn, and people in one room of it. */
async function setUp(transports: ('websocket' | 'polling')[]) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { adapter: OneATurn })
  open.push(io)
  const enter = async (transport: 'websocket' | 'polling', room = 'bilik'): Promise<Person> => {
    const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: [transport],
      forceNew: true,
    })
    open.push(client)
    const heard: unknown[] = []
    client.on('kata', word => heard.push(word))
    const [socket] = (await once(io, 'connection')) as [Socket]
    await socket.join(room)
    if (!client.connected) await new Promise<void>(resolve => void client.once('connect', resolve))
    return { client, socket, heard }
  }
  const people: Person[] = []
  for (const transport of transports) people.push(await enter(transport))
  const say = (...words: unknown[]) => {
    for (const word of words) io.to('bilik').emit('kata', word)
  }
  return { io, people, enter, say }
}

test('everybody hears everything in its order, short and long, over whichever transport', async () => {
  const { people, say, io } = await setUp(['websocket', 'polling', 'websocket'])
  const words = ['satu', 'é'.repeat(100), 'x'.repeat(70_000), 'empat', 'lima']
  say(...words.slice(0, 3))
  await new Promise(resolve => setImmediate(resolve))
  say(...words.slice(3))
  await until(() => people.every(({ heard }) => heard.length === 5))
  for (const { heard } of people) expect(heard).toEqual(words)
  io.except('nobody').emit('kata', 'semua')
  await until(() => people.every(({ heard }) => heard.at(-1) === 'semua'))
})

test('others get a turn while many are told', async () => {
  const { people, say } = await setUp(['websocket', 'websocket', 'websocket', 'websocket'])
  let written = 0
  for (const { socket } of people) socket.conn.on('packetCreate', () => written++)
  say('satu')
  const seen: number[] = []
  while (written < people.length) {
    seen.push(written)
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(seen.length).toBeGreaterThanOrEqual(people.length)
  say('dua', 'tiga', 'empat')
  await until(() => people.every(({ heard }) => heard.length === 4))
  // What was said at once is one write to each.
  expect(written).toBe(2 * people.length)
})

test('who leaves meanwhile hears no more, and who comes meanwhile only what is said from then on', async () => {
  const { people, enter, say } = await setUp(['websocket', 'websocket', 'websocket'])
  const late = await enter('websocket', 'luar')
  const [, , last] = people as [Person, Person, Person]
  say('satu')
  await last.socket.leave('bilik')
  await late.socket.join('bilik')
  say('dua')
  await until(() => people[0]?.heard.length === 2 && late.heard.length === 1)
  expect([people[0]?.heard, last.heard, late.heard]).toEqual([['satu', 'dua'], [], ['dua']])
})
