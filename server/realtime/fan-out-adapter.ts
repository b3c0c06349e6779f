// Socket.IO adapter that broadcasts to many sockets in portions, so that the event loop can serve other requests.
// Packets (socket messages) to the same rooms that arrive while an earlier one is being sent are concatenated.
// Each socket receives the concatenated packets of a broadcast in one write.
import type { Socket } from 'socket.io'
import { Adapter, type BroadcastOptions, type Room } from 'socket.io-adapter'
import {
  type EncodedPacket,
  encodeSocketIoPacket,
  isWebSocketConnection,
  writeWebSocketFrames,
} from './socket-internals.ts'

interface Packet extends EncodedPacket {
  /** Ids of the sockets that were in the rooms when the packet was emitted. Sockets that join later do not receive it. */
  to: Set<string>
}

/** Queue of Socket.IO packets that are broadcast to the same rooms, in order. */
interface BroadcastQueue {
  rooms: Room[]
  pending: Packet[]
  /** Packets of the broadcast that is being sent, and the sockets that still have to receive them. */
  now?: { packets: Packet[]; frames: Buffer; remaining: Iterator<string> }
}

export class FanOutAdapter extends Adapter {
  readonly #queues = new Map<string, BroadcastQueue>()
  /** Number of sockets written to in one turn of the event loop, so that a turn takes about two milliseconds. */
  protected readonly portion: number = 200
  #isScheduled = false

  override broadcast(packet: object, { rooms, except = new Set() }: BroadcastOptions): void {
    const to = this.#recipients([...rooms], except)
    const addressedPacket: Packet = { ...encodeSocketIoPacket(this, packet), to }
    const key = `${[...rooms]}|${[...except]}`
    const queue = this.#queues.get(key)
    if (queue) queue.pending.push(addressedPacket)
    else if (to.size > this.portion) {
      this.#queues.set(key, { rooms: [...rooms], pending: [addressedPacket] })
      this.#scheduleWrite()
    } else for (const id of to) this.#write(id, [addressedPacket], addressedPacket.frame)
  }

  #recipients(rooms: Room[], except: Set<Room>): Set<string> {
    const [first, ...others] = rooms
    const to = new Set(first === undefined ? this.sids.keys() : this.rooms.get(first))
    for (const room of others) for (const id of this.rooms.get(room) ?? []) to.add(id)
    for (const room of except) for (const id of this.rooms.get(room) ?? []) to.delete(id)
    return to
  }

  #isStillInRooms(id: string, rooms: Room[]): boolean {
    return rooms.length === 0 ? this.sids.has(id) : rooms.some(room => this.rooms.get(room)?.has(id))
  }

  /** Writes packets to one socket. `frames` are the same packets as encoded WebSocket frames, concatenated. */
  #write(id: string, packets: Packet[], frames: Buffer): void {
    const socket: Socket | undefined = this.nsp.sockets.get(id)
    const [first] = packets
    if (!socket || !first) return
    // Most WebSockets receive all packets of the broadcast. Their packets are sent in a single write.
    const isAll =
      packets.length === 1 || (packets.every(({ to }) => to.has(id)) && isWebSocketConnection(socket))
    if (isAll) writeWebSocketFrames(socket, first.text, frames)
    else for (const { text, frame, to } of packets) if (to.has(id)) writeWebSocketFrames(socket, text, frame)
  }

  /** Writes queued packets to the next sockets, up to a limit. Returns true when the queue is empty. */
  #writePortion(queue: BroadcastQueue): boolean {
    if (!queue.now) {
      const packets = queue.pending.splice(0)
      const remaining = (packets.at(-1)?.to ?? new Set<string>()).values()
      queue.now = {
        packets,
        frames: Buffer.concat(packets.map(({ frame }) => frame)),
        remaining,
      }
    }
    for (let count = 0; count < this.portion; count++) {
      const { value: id, done } = queue.now.remaining.next()
      if (done) {
        queue.now = undefined
        return queue.pending.length === 0
      }
      if (this.#isStillInRooms(id, queue.rooms)) this.#write(id, queue.now.packets, queue.now.frames)
    }
    return false
  }

  /** Writes to a limited number of sockets per turn of the event loop, and alternates between the broadcast queues. */
  #scheduleWrite(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const [next] = this.#queues
      if (!next) return
      const [key, queue] = next
      this.#queues.delete(key)
      if (!this.#writePortion(queue)) this.#queues.set(key, queue)
      if (this.#queues.size > 0) this.#scheduleWrite()
    })
  }
}
