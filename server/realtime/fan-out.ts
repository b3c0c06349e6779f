// A word to many sockets, a portion of them at a time: whoever else waits for an answer gets a turn in between. What is
// said in a room while it is still being told of what was said before goes out together, in one write a socket.
import { Adapter, type BroadcastOptions, type Room } from 'socket.io-adapter'

interface Word {
  text: string
  frame: Buffer
  /** Who was there when it was said. Whoever comes later begins after it. */
  to: Set<string>
}

/** All that is to be said to the same rooms, in its order. */
interface Queue {
  rooms: Room[]
  waiting: Word[]
  /** Being said, and who is still to hear it. */
  now?: { words: Word[]; frame: Buffer; left: Iterator<string> }
}

/** As a server sends text over a WebSocket (RFC 6455, 5.2), head and text in one piece, to be sent by one call. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, head)
  return frame
}

export class FanOut extends Adapter {
  readonly #queues = new Map<string, Queue>()
  /** So many are written to without a pause: about two milliseconds. */
  protected readonly portion: number = 200
  #isTelling = false

  override broadcast(packet: { nsp?: string }, { rooms, except = new Set() }: BroadcastOptions): void {
    packet.nsp = this.nsp.name
    // What is said here is text alone: one part, whose first sign tells Engine.IO that it is a message.
    const [text] = this.nsp.server.encoder.encode(packet)
    const frame = frameOf(`4${text}`)
    const to = this.#recipients([...rooms], except)
    const key = `${[...rooms]}|${[...except]}`
    const queue = this.#queues.get(key)
    if (queue) queue.waiting.push({ text, frame, to })
    else if (to.size > this.portion) {
      this.#queues.set(key, { rooms: [...rooms], waiting: [{ text, frame, to }] })
      this.#tellSoon()
    } else for (const id of to) this.#write(id, text, frame)
  }

  #recipients(rooms: Room[], except: Set<Room>): Set<string> {
    const [first, ...others] = rooms
    const to = new Set(first === undefined ? this.sids.keys() : this.rooms.get(first))
    for (const room of others) for (const id of this.rooms.get(room) ?? []) to.add(id)
    for (const room of except) for (const id of this.rooms.get(room) ?? []) to.delete(id)
    return to
  }

  #write(id: string, text: string, frame: Buffer): void {
    const socket = this.nsp.sockets.get(id)
    // Written as it is over a WebSocket; over anything else it is the text that counts.
    socket?.client.conn.write(text, { wsPreEncodedFrame: [frame] })
  }

  #isStillThere(id: string, rooms: Room[]): boolean {
    return rooms.length === 0 ? this.sids.has(id) : rooms.some(room => this.rooms.get(room)?.has(id))
  }

  #writeAll(id: string, { words, frame }: NonNullable<Queue['now']>): void {
    const [first] = words
    const isWebSocket = () => this.nsp.sockets.get(id)?.client.conn.transport.name === 'websocket'
    // Of those who heard the last, most heard them all.
    const isAll = words.length === 1 || (words.every(({ to }) => to.has(id)) && isWebSocket())
    if (first && isAll) this.#write(id, first.text, frame)
    else for (const word of words) if (word.to.has(id)) this.#write(id, word.text, word.frame)
  }

  /** One portion; true: all of it is said. */
  #tell(queue: Queue): boolean {
    if (!queue.now) {
      const words = queue.waiting.splice(0)
      const left = (words.at(-1)?.to ?? new Set<string>()).values()
      queue.now = { words, frame: Buffer.concat(words.map(({ frame }) => frame)), left }
    }
    for (let count = 0; count < this.portion; count++) {
      const { value: id, done } = queue.now.left.next()
      if (done) {
        queue.now = undefined
        return queue.waiting.length === 0
      }
      if (this.#isStillThere(id, queue.rooms)) this.#writeAll(id, queue.now)
    }
    return false
  }

  /** One queue a turn, in turns. */
  #tellSoon(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    setImmediate(() => {
      this.#isTelling = false
      const [next] = this.#queues
      if (!next) return
      const [key, queue] = next
      this.#queues.delete(key)
      if (!this.#tell(queue)) this.#queues.set(key, queue)
      if (this.#queues.size > 0) this.#tellSoon()
    })
  }
}
