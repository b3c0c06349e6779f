import { decodeBase64url, encodeBase64url } from '#shared/e2ee/encoding.ts'
import type { CallSignal } from '#web/features/calls/connection/peer-connection.ts'

type KeySignal = Extract<CallSignal, { kind: 'key' }>
interface DeviceAddress {
  userId: number
  dev: string
}

/**
 * Delay in milliseconds before a new media frame key is used, so that every receiver has the key before the first
 * frame.
 */
const activationDelay = 700
const keyLength = 32

/** Parses a received media frame key. Returns undefined when the message is malformed. */
export function parseMediaFrameEncryptionKey({ id, key }: KeySignal): Uint8Array<ArrayBuffer> | undefined {
  if (!Number.isInteger(id) || id < 0 || id > 255 || typeof key !== 'string') return undefined
  try {
    const bytes = new Uint8Array(decodeBase64url(key))
    return bytes.length === keyLength ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Random key that encrypts this device's media frames. Participants get a new key when one of them leaves. */
export class OwnFrameKey {
  #id = 0
  #key = crypto.getRandomValues(new Uint8Array(keyLength))
  #activationTimer: ReturnType<typeof setTimeout> | undefined
  readonly #activateKey: (id: number, key: Uint8Array<ArrayBuffer>) => void
  readonly #sendSignal: (to: DeviceAddress, signal: KeySignal) => void

  constructor(
    activateKey: (id: number, key: Uint8Array<ArrayBuffer>) => void,
    sendSignal: (to: DeviceAddress, signal: KeySignal) => void,
  ) {
    this.#activateKey = activateKey
    this.#sendSignal = sendSignal
    activateKey(this.#id, this.#key)
  }

  sendTo(to: DeviceAddress[]): void {
    for (const device of to)
      this.#sendSignal(device, { kind: 'key', id: this.#id, key: encodeBase64url(this.#key) })
  }

  rotate(to: DeviceAddress[]): void {
    this.#id = (this.#id + 1) % 256
    this.#key = crypto.getRandomValues(new Uint8Array(keyLength))
    this.sendTo(to)
    clearTimeout(this.#activationTimer)
    const [id, key] = [this.#id, this.#key]
    this.#activationTimer = setTimeout(() => this.#activateKey(id, key), activationDelay)
  }

  stop(): void {
    clearTimeout(this.#activationTimer)
  }
}
