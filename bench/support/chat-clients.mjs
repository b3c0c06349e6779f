// Runs all chat clients of one server in a separate process.
// Each client joins its group and receives all messages; some clients also send.
import { EventEmitter } from 'node:events'
import { io } from 'socket.io-client'

const {
  url,
  people,
  speakers: senderCount = 20,
} = await new Promise(resolve => process.once('message', resolve))

/** Parses only the measured fields of a message, so that the clients do not become the bottleneck. */
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

function connectChatClient({ cookie, name }) {
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
const getGroupId = index => people[index].groupId
/** Number of chat clients in each group. */
const sizes = new Map()
for (const index of people.keys()) sizes.set(getGroupId(index), (sizes.get(getGroupId(index)) ?? 0) + 1)
for (let first = 0; first < people.length; first += 50) {
  sockets.push(...(await Promise.all(people.slice(first, first + 50).map(connectChatClient))))
}
let latencies = []
let disorder = 0
for (const [index, socket] of sockets.entries()) {
  const acknowledgement = await socket.emitWithAck('join-group', getGroupId(index))
  if (!acknowledgement.ok) throw new Error(`not joined: ${acknowledgement.code}`)
  let last = acknowledgement.lastSeq
  socket.on('new-message', (seq, sentAt) => {
    latencies.push(performance.now() - sentAt)
    if (seq !== last + 1) disorder++
    last = seq
  })
}

const padding = ' selamat pagi semua, jumpa di perpustakaan petang nanti'
let sent = 0
async function sendMessages(count, every) {
  const errorCodes = []
  const acknowledgements = []
  let expected = 0
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const delayMs = start + n * every - performance.now()
    if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
    const senderIndex = (sent % senderCount) * Math.floor(sockets.length / senderCount)
    const group = getGroupId(senderIndex)
    expected += sizes.get(group)
    const content = performance.now().toFixed(6).padEnd(16) + padding
    const message = { content, groupId: group, clientId: `bench-${sent++}`, messageType: 'text' }
    acknowledgements.push(
      sockets[senderIndex].emitWithAck('send-message', message).then(acknowledgement => {
        if (!acknowledgement.ok) errorCodes.push(acknowledgement.code)
      }),
    )
  }
  await Promise.all(acknowledgements)
  const deadline = performance.now() + 15_000
  while (latencies.length < expected && performance.now() < deadline) {
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const received = latencies
  latencies = []
  return { latencies: received, disorder, refused: errorCodes }
}

process.on('message', async ({ count, every, isOver }) => {
  if (isOver) {
    for (const socket of sockets) socket.close()
    process.disconnect()
    return
  }
  process.send(await sendMessages(count, every))
})
process.send('ready')
