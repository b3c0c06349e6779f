// Properties of Socket.IO and Engine.IO that their type declarations lack. Only this module uses these properties.
// socket-internals.test.ts fails when an upgrade of Socket.IO or ws changes a property used in this module.
import type { Socket } from 'socket.io'
import type { Adapter } from 'socket.io-adapter'

interface PacketEncoder {
  nsp: { name: string }
  _encode(packet: object, options: { wsPreEncodedFrame?: Buffer[] }): string[]
}

export interface EncodedPacket {
  /** Engine.IO message as text, for clients on HTTP long polling. */
  text: string
  /** Engine.IO message as a WebSocket frame. */
  frame: Buffer
}

/** Encodes a Socket.IO packet as `Adapter.broadcast` does. The packet must not contain binary data. */
export function encodeSocketIoPacket(adapter: Adapter, packet: object): EncodedPacket {
  const encoder = adapter as unknown as PacketEncoder
  const options: { wsPreEncodedFrame?: Buffer[] } = {}
  const [text = ''] = encoder._encode({ ...packet, nsp: encoder.nsp.name }, options)
  return { text, frame: Buffer.concat(options.wsPreEncodedFrame ?? []) }
}

interface EngineConnection {
  writeBuffer: { data?: string; options?: { wsPreEncodedFrame?: Buffer[] } }[]
  transport: { name: string; socket?: { bufferedAmount: number; terminate(): void } }
  write(text: string, options: { wsPreEncodedFrame: Buffer[] }): void
  close(discard: boolean): void
}

const getEngineConnection = (socket: Socket) => socket.conn as unknown as EngineConnection

/**
 * Writes an Engine.IO message. A WebSocket connection sends the bytes of `frames`, which may be several frames, and
 * ignores `text`. Every other transport sends `text`.
 */
export function writeWebSocketFrames(socket: Socket, text: string, frames: Buffer): void {
  getEngineConnection(socket).write(text, { wsPreEncodedFrame: [frames] })
}

export function isWebSocketConnection(socket: Socket): boolean {
  return getEngineConnection(socket).transport.name === 'websocket'
}

/**
 * Returns the number of packets and bytes that the client has not read yet, including bytes that the WebSocket itself
 * buffers.
 */
export function measureSendBuffer(socket: Socket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = getEngineConnection(socket)
  const getPacketSize = ({ data = '', options }: EngineConnection['writeBuffer'][number]) =>
    options?.wsPreEncodedFrame?.reduce((sum, part) => sum + part.length, 0) ?? data.length
  const bytes = writeBuffer.reduce(
    (sum, packet) => sum + getPacketSize(packet),
    transport.socket?.bufferedAmount ?? 0,
  )
  return { packets: writeBuffer.length, bytes }
}

/** Closes a connection without sending its buffered data. A regular close would wait behind the unread data. */
export function terminateConnection(socket: Socket): void {
  const connection = getEngineConnection(socket)
  connection.transport.socket?.terminate()
  connection.close(true)
}
