// Properties of Socket.IO and Engine.IO that their types do not declare. No other file uses them.
// When an upgrade of socket.io, engine.io or ws changes one of them, socket-internals.test.ts fails.
import type { Namespace, Socket } from 'socket.io'

interface PacketEncoder {
  encode(packet: object): (string | Buffer)[]
}

/**
 * Encodes a Socket.IO packet as the text of an Engine.IO message.
 * Packets of this server contain no binary data, so each packet has one encoded part.
 */
export function encodePacket(namespace: Namespace, packet: object): string {
  const { encoder } = namespace.server as unknown as { encoder: PacketEncoder }
  const [text] = encoder.encode({ ...packet, nsp: namespace.name })
  return text as string
}

interface EngineConnection {
  writeBuffer: { data?: string; options?: { wsPreEncodedFrame?: Buffer[] } }[]
  transport: { name: string; socket?: { bufferedAmount: number; terminate(): void } }
  write(text: string, options: { wsPreEncodedFrame: Buffer[] }): void
  close(discard: boolean): void
}

const getConnection = (socket: Socket) => socket.conn as unknown as EngineConnection

/** Encodes the text of an Engine.IO message as an unmasked WebSocket frame (RFC 6455, section 5.2) in one buffer. */
export function encodeFrame(text: string): Buffer {
  // The prefix 4 marks an Engine.IO message.
  const payload = `4${text}`
  const length = Buffer.byteLength(payload)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(payload, head)
  return frame
}

/**
 * Writes an Engine.IO message. A WebSocket connection sends the bytes of `frames`, which may be several frames, and
 * ignores `text`. Every other transport sends `text`.
 */
export function writeFrames(socket: Socket, text: string, frames: Buffer): void {
  getConnection(socket).write(text, { wsPreEncodedFrame: [frames] })
}

export function isWebSocketConnection(socket: Socket): boolean {
  return getConnection(socket).transport.name === 'websocket'
}

/** Returns the packets and bytes that the client has not read yet, including bytes that the WebSocket itself buffers. */
export function measureSendBuffer(socket: Socket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = getConnection(socket)
  const size = ({ data = '', options }: EngineConnection['writeBuffer'][number]) =>
    options?.wsPreEncodedFrame?.reduce((sum, part) => sum + part.length, 0) ?? data.length
  const bytes = writeBuffer.reduce((sum, packet) => sum + size(packet), transport.socket?.bufferedAmount ?? 0)
  return { packets: writeBuffer.length, bytes }
}

/** Closes a connection without sending its buffered data. A regular close would wait behind the unread data. */
export function terminateConnection(socket: Socket): void {
  const connection = getConnection(socket)
  connection.transport.socket?.terminate()
  connection.close(true)
}
