// A file under a passphrase, in the form of age (age-encryption.org/v1), so that the `age` command opens it as well where
// this program is gone. Written with what the platform has, because it runs beside the calls of people: the passphrase is
// stretched and the parts are sealed outside of JavaScript. See docs/decisions/035.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { promisify } from 'node:util'
import { StartupError } from '#server/terminal.ts'

const firstLine = 'age-encryption.org/v1\n'
/** 128 MB for a moment: what guessing costs, too. */
const ownCost = 17
/** More than this would be somebody's attempt to keep us busy. */
const highestCost = 20
const partSize = 64 * 1024
const tagSize = 16

const stretchKey = promisify<string, Buffer, number, object, Buffer>(scrypt)

function stretch(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 * 2 }
  return stretchKey(
    passphrase,
    Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]),
    32,
    options,
  )
}

const noNonce = Buffer.alloc(12)
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined: another key, or changed. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize })
  decipher.setAuthTag(sealed.subarray(-tagSize))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagSize)), decipher.final()])
  } catch {
    return undefined
  }
}

function derive(fileKey: Buffer, salt: Buffer, purpose: 'header' | 'payload'): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, purpose, 32))
}

function sign(fileKey: Buffer, head: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest()
}

/** Which part it is, and whether the last: none can be left out, moved, or added behind the end. */
function nonceOf(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(part, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Hands on pieces of one size; the last when nothing follows it, however long it is. */
abstract class Parts extends Transform {
  private waiting: Buffer[] = []
  private length = 0
  private count = 0
  protected readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }

  protected abstract turn(piece: Buffer, part: number, isLast: boolean): Buffer

  /** A whole piece waits until something follows it: it may be the last. */
  private collect(chunk: Buffer): void {
    this.waiting.push(chunk)
    this.length += chunk.length
    if (this.length <= this.size) return
    let all = Buffer.concat(this.waiting)
    for (; all.length > this.size; all = all.subarray(this.size)) {
      this.push(this.turn(all.subarray(0, this.size), this.count++, false))
    }
    this.waiting = [all]
    this.length = all.length
  }

  private conclude(): void {
    this.push(this.turn(Buffer.concat(this.waiting), this.count, true))
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    settle(() => this.collect(chunk), done)
  }

  override _flush(done: TransformCallback): void {
    settle(() => this.conclude(), done)
  }
}

function settle(work: () => void, done: TransformCallback): void {
  try {
    work()
    done()
  } catch (error) {
    done(error as Error)
  }
}

class Sealing extends Parts {
  private readonly key: Buffer

  constructor(key: Buffer) {
    super(partSize)
    this.key = key
  }

  protected turn(piece: Buffer, part: number, isLast: boolean): Buffer {
    return seal(this.key, nonceOf(part, isLast), piece)
  }
}

class Opening extends Parts {
  private readonly key: Buffer

  constructor(key: Buffer) {
    super(partSize + tagSize)
    this.key = key
  }

  protected turn(piece: Buffer, part: number, isLast: boolean): Buffer {
    const plain = piece.length < tagSize ? undefined : open(this.key, nonceOf(part, isLast), piece)
    // Nothing at the end would be a second way to write the same file.
    if (!plain || (isLast && part > 0 && plain.length === 0))
      throw new Error('the backup is changed or cut short')
    return plain
  }
}

/** What is written into it comes out sealed. */
export async function sealing(passphrase: string, cost = ownCost): Promise<Transform> {
  const fileKey = randomBytes(16)
  const salt = randomBytes(16)
  const box = seal(await stretch(passphrase, salt, cost), noNonce, fileKey)
  const head = `${firstLine}-> scrypt ${base64(salt)} ${cost}\n${base64(box)}\n---`
  const nonce = randomBytes(16)
  const stream = new Sealing(derive(fileKey, nonce, 'payload'))
  stream.push(Buffer.concat([Buffer.from(`${head} ${base64(sign(fileKey, head))}\n`), nonce]))
  return stream
}

const form =
  /^(age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) ([1-9][0-9]?)\n([A-Za-z0-9+/]{43})\n---) ([A-Za-z0-9+/]{43})\n/

export function isSealed(start: Buffer): boolean {
  return start.subarray(0, firstLine.length).toString('latin1') === firstLine
}

/** How many bytes of the beginning have to be at hand to open a file: its head, and a little more. */
export const headSize = 512

/** By the beginning of the file: where its content begins, and what opens it. */
export async function opening(
  start: Buffer,
  passphrase: string | undefined,
): Promise<{ begin: number; stream: Transform }> {
  if (!passphrase) throw new StartupError('The backup is under a passphrase; set BACKUP_PASSPHRASE to it.')
  const [whole = '', head = '', salt = '', cost = '', box = '', mac = ''] =
    form.exec(start.toString('latin1')) ?? []
  if (!whole || Number(cost) > highestCost)
    throw new StartupError('The backup is sealed in a way that is not ours.')
  const key = await stretch(passphrase, Buffer.from(salt, 'base64'), Number(cost))
  const fileKey = open(key, noNonce, Buffer.from(box, 'base64'))
  if (!fileKey || !timingSafeEqual(sign(fileKey, head), Buffer.from(mac, 'base64'))) {
    throw new StartupError('BACKUP_PASSPHRASE is not the passphrase of this backup.')
  }
  const begin = whole.length + 16
  const nonce = start.subarray(whole.length, begin)
  if (nonce.length < 16) throw new StartupError('The backup is damaged or cut short; nothing was restored.')
  return { begin, stream: new Opening(derive(fileKey, nonce, 'payload')) }
}
