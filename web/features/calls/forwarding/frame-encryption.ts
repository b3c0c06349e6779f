// End-to-end encryption (AES-256-GCM) of audio and video frames in calls that a media server forwards.
// Each sender has a random key for the call and numbers the media frames. No number is used twice with one key.
// An encrypted media frame is: clear header bytes, ciphertext with tag, and a trailer that names track, key and frame.
// Receivers reject media frames that are altered, replayed or encrypted with an unknown key.
import { type Bytes, concatBytes } from '#shared/e2ee/encoding.ts'
import { importAesKey } from '#web/lib/e2ee/crypto/aes.ts'

/** Number of leading bytes of a frame that are authenticated but not encrypted, because the SFU reads them. */
const clearBytes = { audio: 1, video: 3, keyFrame: 10 }
const trackNumbers = { audio: 1, video: 2 }
export type TrackKind = keyof typeof trackNumbers

/** Number of bytes of an encrypted frame's trailer: clear byte count (1), track (1), key id (1), frame number (8). */
const trailerLength = 11
const tagLength = 16
/** Size of the replay window: a media frame may arrive this many frame numbers late. */
const replayWindow = 512

/** Builds the nonce for AES-GCM, which is unique per key for every track and frame number. */
function buildFrameNonce(track: number, frameNumber: number): Bytes {
  const nonce = new Uint8Array(12)
  nonce[0] = track
  new DataView(nonce.buffer).setBigUint64(4, BigInt(frameNumber))
  return nonce
}

function buildFrameTrailer(headerLength: number, track: number, keyId: number, frameNumber: number): Bytes {
  const trailer = new Uint8Array(trailerLength)
  trailer.set([headerLength, track, keyId])
  new DataView(trailer.buffer).setBigUint64(3, BigInt(frameNumber))
  return trailer
}

export class FrameEncryptor {
  #key: { id: number; key: CryptoKey } | undefined
  #frameNumber = 0

  async setKey(id: number, key: Bytes): Promise<void> {
    this.#key = { id, key: await importAesKey(key) }
  }

  /** Encrypts a media frame. Returns undefined, so that nothing is sent, for empty audio or while no key is set. */
  async encryptFrame(frame: Bytes, kind: TrackKind, isKeyFrame = false): Promise<Bytes | undefined> {
    if (!this.#key || (kind === 'audio' && frame.length === 0)) return undefined
    const { id, key } = this.#key
    const frameNumber = ++this.#frameNumber
    const headerLength =
      kind === 'audio' ? clearBytes.audio : isKeyFrame ? clearBytes.keyFrame : clearBytes.video
    const header = frame.slice(0, Math.min(headerLength, frame.length))
    const trailer = buildFrameTrailer(header.length, trackNumbers[kind], id, frameNumber)
    const parameters = {
      name: 'AES-GCM',
      iv: buildFrameNonce(trackNumbers[kind], frameNumber),
      additionalData: concatBytes(header, trailer),
    }
    const ciphertext = await crypto.subtle.encrypt(parameters, key, frame.slice(header.length))
    return concatBytes(header, new Uint8Array(ciphertext), trailer)
  }
}

interface ReceivedKey {
  key: CryptoKey
  bytes: Bytes
  /** Numbers of the media frames received so far with this key, by track, to detect replayed frames. */
  seen: Map<number, { newest: number; numbers: Set<number> }>
}

const areBytesEqual = (a: Bytes, b: Bytes) => a.every((byte, index) => byte === b[index])

export class FrameDecryptor {
  readonly #keys = new Map<number, ReceivedKey>()

  /** Adds a sender's media frame key and keeps the newest three, because frames in flight may use the previous key. */
  async addKey(id: number, bytes: Bytes): Promise<void> {
    const receivedKey = this.#keys.get(id)
    // A media frame key that is received again keeps its list of received frames, so that replays stay rejected.
    if (receivedKey && areBytesEqual(receivedKey.bytes, bytes)) return
    const key = await importAesKey(bytes)
    this.#keys.delete(id)
    this.#keys.set(id, { key, bytes, seen: new Map() })
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > 3 && oldest !== undefined) this.#keys.delete(oldest)
  }

  #acceptFrameNumber({ seen: byTrack }: ReceivedKey, track: number, frameNumber: number): boolean {
    const seen = byTrack.get(track) ?? { newest: 0, numbers: new Set<number>() }
    if (frameNumber <= seen.newest - replayWindow || seen.numbers.has(frameNumber)) return false
    seen.numbers.add(frameNumber)
    seen.newest = Math.max(seen.newest, frameNumber)
    for (const seenNumber of seen.numbers) {
      if (seenNumber > seen.newest - replayWindow) break
      seen.numbers.delete(seenNumber)
    }
    byTrack.set(track, seen)
    return true
  }

  /** Whether a media frame uses a key that this device has not received and must request from the sender. */
  isKeyMissing(frame: Bytes): boolean {
    const id = frame.at(2 - trailerLength)
    return frame.length >= trailerLength + tagLength && id !== undefined && !this.#keys.has(id)
  }

  /** Decrypts a media frame. Returns undefined if the frame is altered, replayed or encrypted by another sender. */
  async decryptFrame(frame: Bytes, kind: TrackKind): Promise<Bytes | undefined> {
    if (frame.length < trailerLength + tagLength) return undefined
    const trailer = frame.slice(-trailerLength)
    const [headerLength = 0, track = 0, id = 0] = trailer
    const frameNumber = Number(new DataView(trailer.buffer).getBigUint64(3))
    const receivedKey = this.#keys.get(id)
    if (
      !receivedKey ||
      track !== trackNumbers[kind] ||
      headerLength > frame.length - trailerLength - tagLength
    )
      return undefined
    const header = frame.slice(0, headerLength)
    const parameters = {
      name: 'AES-GCM',
      iv: buildFrameNonce(track, frameNumber),
      additionalData: concatBytes(header, trailer),
    }
    try {
      const plaintext = await crypto.subtle.decrypt(
        parameters,
        receivedKey.key,
        frame.slice(headerLength, -trailerLength),
      )
      return this.#acceptFrameNumber(receivedKey, track, frameNumber)
        ? concatBytes(header, new Uint8Array(plaintext))
        : undefined
    } catch {
      return undefined
    }
  }
}
