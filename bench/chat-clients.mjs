// All clients of one server, in a process of their own: each joins the group, or one of several, and hears everything; a
// few speak.
import { EventEmitter } from 'node:events'
import { io } from 'socket.io-client'

const { url, people, speakers = 20 } = await new Promise(resolve => process.once('message', resolve))

/** The wire as it is, but of a message only what is measured is taken out: measuring must not be the heaviest part. */
class Decoder extends EventEmitter {
  add(packet) {
    if (packet.startsWith('2["new-message"')) {
      const seq = Number.parseInt(packet.slice(packet.indexOf('"seq":') + 6), 10)
      const content = packet.indexOf('"content":"') + 11
      const sentAt = Number(packet.slice(content, content + 16))
      this.emit('decoded', { type: 2, nsp: '/', data: ['new-message', seq, sentAt] })
      return
    }
    const [, type, id, data] = packet.match(/^(\d)(\d*)(.*)$/)
    const parsed = data ? JSON.parse(data) : undefined
    this.emit('decoded', { type: Number(type), nsp: '/', data: parsed, ...(id && { id: Number(id) }) })
  }
  destroy() {}
}
class Encoder {
  encode({ type, id, data }) {
    return [`${type}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`]
  }
}

function connect({ cookie, name }) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { name },
    parser: { Encoder, Decoder },
    ...(cookie && { extraHeaders: { cookie } }),
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

const sockets = []
const groupOf = index => people[index].groupId
/** How many hear what is said in a group. */
const sizes = new Map()
for (const index of people.keys()) sizes.set(groupOf(index), (sizes.get(groupOf(index)) ?? 0) + 1)
for (let first = 0; first < people.length; first += 50) {
  sockets.push(...(await Promise.all(people.slice(first, first + 50).map(connect))))
}
let latencies = []
let disorder = 0
for (const [index, socket] of sockets.entries()) {
  const answer = await socket.emitWithAck('join-group', groupOf(index))
  if (!answer.ok) throw new Error(`not joined: ${answer.code}`)
  let last = answer.lastSeq
  socket.on('new-message', (seq, sentAt) => {
    latencies.push(performance.now() - sentAt)
    if (seq !== last + 1) disorder++
    last = seq
  })
}

const padding = ' selamat pagi semua, jumpa di perpustakaan petang nanti'
let sent = 0
async function talk(count, every) {
  const refused = []
  const answers = []
  let expected = 0
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = start + n * every - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    const speaker = (sent % speakers) * Math.floor(sockets.length / speakers)
    const group = groupOf(speaker)
    expected += sizes.get(group)
    const content = performance.now().toFixed(6).padEnd(16) + padding
    const message = { content, groupId: group, clientId: `bench-${sent++}`, messageType: 'text' }
    answers.push(
      sockets[speaker].emitWithAck('send-message', message).then(answer => {
        if (!answer.ok) refused.push(answer.code)
      }),
    )
  }
  await Promise.all(answers)
  const deadline = performance.now() + 15_000
  while (latencies.length < expected && performance.now() < deadline) {
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const heard = latencies
  latencies = []
  return { latencies: heard, disorder, refused }
}

process.on('message', async ({ count, every, isOver }) => {
  if (isOver) {
    for (const socket of sockets) socket.close()
    process.disconnect()
    return
  }
  process.send(await talk(count, every))
})
process.send('ready')
