import { decode, encode } from '#shared/e2ee/encoding.ts'
import type { Word } from './peer.ts'

type KeyWord = Extract<Word, { kind: 'key' }>
interface Device {
  userId: number
  dev: string
}

/** Others have it before the first frame that needs it; what they miss in between they would not see. */
const head = 700
const length = 32

/** Of what somebody says; undefined: nonsense. */
export function readKey({ id, key }: KeyWord): Uint8Array<ArrayBuffer> | undefined {
  if (!Number.isInteger(id) || id < 0 || id > 255 || typeof key !== 'string') return undefined
  try {
    const bytes = new Uint8Array(decode(key))
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/** What this device seals its frames with: random, said to each of the others alone, and another one when somebody goes. */
export class OwnKey {
  #id = 0
  #key = crypto.getRandomValues(new Uint8Array(length))
  #soon: ReturnType<typeof setTimeout> | undefined
  readonly #use: (id: number, key: Uint8Array<ArrayBuffer>) => void
  readonly #say: (to: Device, word: KeyWord) => void

  constructor(
    use: (id: number, key: Uint8Array<ArrayBuffer>) => void,
    say: (to: Device, word: KeyWord) => void,
  ) {
    this.#use = use
    this.#say = say
    use(this.#id, this.#key)
  }

  give(to: Device[]): void {
    for (const one of to) this.#say(one, { kind: 'key', id: this.#id, key: encode(this.#key) })
  }

  renew(to: Device[]): void {
    this.#id = (this.#id + 1) % 256
    this.#key = crypto.getRandomValues(new Uint8Array(length))
    this.give(to)
    clearTimeout(this.#soon)
    const [id, key] = [this.#id, this.#key]
    this.#soon = setTimeout(() => this.#use(id, key), head)
  }

  stop(): void {
    clearTimeout(this.#soon)
  }
}
