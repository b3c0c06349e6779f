// Web worker that encrypts every outgoing and decrypts every incoming media frame of a forwarded call.
// The web worker drops media frames that it cannot decrypt, so they are never played.
import { FrameDecryptor, FrameEncryptor, type TrackKind } from './frame-encryption.ts'

/** Messages from the page to the web worker that encrypts and decrypts audio and video frames. */
export type FrameWorkerRequest =
  | { type: 'own-key'; id: number; key: Uint8Array<ArrayBuffer> }
  | { type: 'key'; name: string; id: number; key: Uint8Array<ArrayBuffer> }
  /** Maps each media line (mid) of the receiving connection to the participant who sends it. */
  | { type: 'streams'; names: Record<string, string> }

/**
 * Message to the page from the worker that encrypts and decrypts audio and video frames: a frame arrived whose key has
 * not been received from the participant.
 */
export interface FrameWorkerEvent {
  lacking: string
}

export type FrameTransformOptions =
  | { role: 'send'; kind: TrackKind }
  | { role: 'receive'; kind: TrackKind; mid: string }

interface Frame {
  data: ArrayBuffer
  /** Type of a video frame, as WebRTC reports it. Undefined for audio frames. */
  type?: 'key' | 'delta' | 'empty'
}
interface TransformEvent {
  transformer: {
    readable: ReadableStream<Frame>
    writable: WritableStream<Frame>
    options: FrameTransformOptions
  }
}

const encryptors = { audio: new FrameEncryptor(), video: new FrameEncryptor() }
const decryptors = new Map<string, FrameDecryptor>()
let participantByMid: Record<string, string> = {}

function getDecryptor(name: string): FrameDecryptor {
  const decryptor = decryptors.get(name) ?? new FrameDecryptor()
  decryptors.set(name, decryptor)
  return decryptor
}

/** Minimum interval in milliseconds between two requests for the same participant's media frame key. */
const keyRequestInterval = 2000
const keyRequestedAt = new Map<string, number>()

function requestFrameKey(name: string): void {
  const now = Date.now()
  if (now - (keyRequestedAt.get(name) ?? 0) < keyRequestInterval) return
  keyRequestedAt.set(name, now)
  postMessage({ lacking: name } satisfies FrameWorkerEvent)
}

async function transformFrame(options: FrameTransformOptions, frame: Frame): Promise<Uint8Array | undefined> {
  const { kind } = options
  const data = new Uint8Array(frame.data)
  if (options.role === 'send') return encryptors[kind].encryptFrame(data, kind, frame.type === 'key')
  const name = participantByMid[options.mid]
  if (name === undefined) return undefined
  const decryptor = getDecryptor(name)
  if (decryptor.isKeyMissing(data)) requestFrameKey(name)
  return decryptor.decryptFrame(data, kind)
}

/** Encrypts or decrypts media frames in a loop, because piping streams costs more CPU than the encryption. */
async function transformFrames({
  readable,
  writable,
  options,
}: TransformEvent['transformer']): Promise<void> {
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const transformed = await transformFrame(options, next.value)
    if (!transformed) continue
    next.value.data = transformed.buffer as ArrayBuffer
    await writer.write(next.value)
  }
}

addEventListener('rtctransform', event => {
  // The loop that reads media frames ends with an expected error when the connection is closed.
  void transformFrames((event as unknown as TransformEvent).transformer).catch(() => {})
})

addEventListener('message', ({ data }: MessageEvent<FrameWorkerRequest>) => {
  if (data.type === 'streams') participantByMid = data.names
  if (data.type === 'key') void getDecryptor(data.name).addKey(data.id, data.key)
  if (data.type === 'own-key') {
    for (const encryptor of Object.values(encryptors)) void encryptor.setKey(data.id, data.key)
  }
})
