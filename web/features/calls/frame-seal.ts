// Pictures and sound, frame by frame, sealed before they leave the browser: whoever forwards them carries what it cannot
// open. A key of one's own, random, for this call alone; each frame has a number that is never used twice with it.
import { type Bytes, concat } from '#shared/e2ee/encoding.ts'
import { importAesKey } from '#web/lib/e2ee/aes.ts'

/** What a forwarder has to see to tell whole pictures from changes; it is authenticated all the same. */
const clearBytes = { audio: 1, video: 3, keyFrame: 10 }
const tracks = { audio: 1, video: 2 }
export type Kind = keyof typeof tracks

/** After the sealed bytes: how many are in the clear, which track, which key, and the number of the frame. */
const trailerLength = 11
const tagLength = 16
/** Frames may overtake each other by so many. */
const window = 512

/** With one key it is another for every track and frame. */
function nonceOf(track: number, n: number): Bytes {
  const nonce = new Uint8Array(12)
  nonce[0] = track
  new DataView(nonce.buffer).setBigUint64(4, BigInt(n))
  return nonce
}

function trailerOf(clear: number, track: number, keyId: number, n: number): Bytes {
  const trailer = new Uint8Array(trailerLength)
  trailer.set([clear, track, keyId])
  new DataView(trailer.buffer).setBigUint64(3, BigInt(n))
  return trailer
}

export class FrameSealer {
  #key: { id: number; key: CryptoKey } | undefined
  #n = 0

  async takeKey(id: number, key: Bytes): Promise<void> {
    this.#key = { id, key: await importAesKey(key) }
  }

  /** Undefined: there is no key yet, or it is silence that needs no packet; then nothing goes out. */
  async seal(frame: Bytes, kind: Kind, isKeyFrame = false): Promise<Bytes | undefined> {
    if (!this.#key || (kind === 'audio' && frame.length === 0)) return undefined
    const { id, key } = this.#key
    const n = ++this.#n
    const wanted = kind === 'audio' ? clearBytes.audio : isKeyFrame ? clearBytes.keyFrame : clearBytes.video
    const clear = frame.slice(0, Math.min(wanted, frame.length))
    const trailer = trailerOf(clear.length, tracks[kind], id, n)
    const parameters = {
      name: 'AES-GCM',
      iv: nonceOf(tracks[kind], n),
      additionalData: concat(clear, trailer),
    }
    const sealed = await crypto.subtle.encrypt(parameters, key, frame.slice(clear.length))
    return concat(clear, new Uint8Array(sealed), trailer)
  }
}

interface Known {
  key: CryptoKey
  bytes: Bytes
  /** With this key, by track: another key begins to count anew, as does whoever left and came back. */
  seen: Map<number, { newest: number; numbers: Set<number> }>
}

const isSame = (a: Bytes, b: Bytes) => a.every((byte, place) => byte === b[place])

export class FrameOpener {
  readonly #keys = new Map<number, Known>()

  /** The newest few: what is on its way may still be sealed with the one before. */
  async addKey(id: number, bytes: Bytes): Promise<void> {
    const known = this.#keys.get(id)
    // Told once more: what was played with it is not played again.
    if (known && isSame(known.bytes, bytes)) return
    const key = await importAesKey(bytes)
    this.#keys.delete(id)
    this.#keys.set(id, { key, bytes, seen: new Map() })
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > 3 && oldest !== undefined) this.#keys.delete(oldest)
  }

  #isNew({ seen: byTrack }: Known, track: number, n: number): boolean {
    const seen = byTrack.get(track) ?? { newest: 0, numbers: new Set<number>() }
    if (n <= seen.newest - window || seen.numbers.has(n)) return false
    seen.numbers.add(n)
    seen.newest = Math.max(seen.newest, n)
    for (const one of seen.numbers) {
      if (one > seen.newest - window) break
      seen.numbers.delete(one)
    }
    byTrack.set(track, seen)
    return true
  }

  /** Whether it was sealed with a key that was never told here; its owner can be asked for it. */
  lacksKeyFor(frame: Bytes): boolean {
    const id = frame.at(2 - trailerLength)
    return frame.length >= trailerLength + tagLength && id !== undefined && !this.#keys.has(id)
  }

  /** Undefined: not sealed by whoever this is the opener of, changed on the way, or played back. */
  async open(frame: Bytes, kind: Kind): Promise<Bytes | undefined> {
    if (frame.length < trailerLength + tagLength) return undefined
    const trailer = frame.slice(-trailerLength)
    const [length = 0, track = 0, id = 0] = trailer
    const n = Number(new DataView(trailer.buffer).getBigUint64(3))
    const known = this.#keys.get(id)
    if (!known || track !== tracks[kind] || length > frame.length - trailerLength - tagLength)
      return undefined
    const clear = frame.slice(0, length)
    const parameters = { name: 'AES-GCM', iv: nonceOf(track, n), additionalData: concat(clear, trailer) }
    try {
      const opened = await crypto.subtle.decrypt(parameters, known.key, frame.slice(length, -trailerLength))
      return this.#isNew(known, track, n) ? concat(clear, new Uint8Array(opened)) : undefined
    } catch {
      return undefined
    }
  }
}
