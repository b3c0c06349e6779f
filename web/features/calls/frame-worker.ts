// Beside the page: every frame that goes out is sealed here, every one that comes in opened. What does not open is not
// played.
import { FrameOpener, FrameSealer, type Kind } from './frame-seal.ts'

/** What the page says to it. */
export type ToWorker =
  | { type: 'own-key'; id: number; key: Uint8Array<ArrayBuffer> }
  | { type: 'key'; name: string; id: number; key: Uint8Array<ArrayBuffer> }
  /** Which line carries whose stream. */
  | { type: 'streams'; names: Record<string, string> }

/** What it says to the page: frames of this device cannot be opened, because its key was never heard. */
export interface FromWorker {
  lacking: string
}

export type TransformOptions = { role: 'send'; kind: Kind } | { role: 'receive'; kind: Kind; mid: string }

interface Frame {
  data: ArrayBuffer
  /** Of pictures. */
  type?: 'key' | 'delta' | 'empty'
}
interface TransformEvent {
  transformer: {
    readable: ReadableStream<Frame>
    writable: WritableStream<Frame>
    options: TransformOptions
  }
}

const sealers = { audio: new FrameSealer(), video: new FrameSealer() }
const openers = new Map<string, FrameOpener>()
let names: Record<string, string> = {}

function openerOf(name: string): FrameOpener {
  const opener = openers.get(name) ?? new FrameOpener()
  openers.set(name, opener)
  return opener
}

/** Often enough that nobody is missed for long, and seldom enough that nobody is pestered. */
const askEvery = 2000
const askedAt = new Map<string, number>()

function ask(name: string): void {
  const now = Date.now()
  if (now - (askedAt.get(name) ?? 0) < askEvery) return
  askedAt.set(name, now)
  postMessage({ lacking: name } satisfies FromWorker)
}

async function change(options: TransformOptions, frame: Frame): Promise<Uint8Array | undefined> {
  const { kind } = options
  const data = new Uint8Array(frame.data)
  if (options.role === 'send') return sealers[kind].seal(data, kind, frame.type === 'key')
  const name = names[options.mid]
  if (name === undefined) return undefined
  const opener = openerOf(name)
  if (opener.lacksKeyFor(data)) ask(name)
  return opener.open(data, kind)
}

/** By hand instead of by pipes: of those each frame costs more than its sealing. */
async function pass({ readable, writable, options }: TransformEvent['transformer']): Promise<void> {
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const changed = await change(options, next.value)
    if (!changed) continue
    next.value.data = changed.buffer as ArrayBuffer
    await writer.write(next.value)
  }
}

addEventListener('rtctransform', event => {
  // Until the line is closed.
  void pass((event as unknown as TransformEvent).transformer).catch(() => {})
})

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'streams') names = data.names
  if (data.type === 'key') void openerOf(data.name).addKey(data.id, data.key)
  if (data.type === 'own-key') {
    for (const sealer of Object.values(sealers)) void sealer.takeKey(data.id, data.key)
  }
})
