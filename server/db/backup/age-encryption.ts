// Passphrase encryption in the age format (age-encryption.org/v1), which the command-line tool `age` can decrypt.
// Key derivation (scrypt) and ciphers run in native code, because backups run beside user requests.
// docs/decisions/004 explains why backups are encrypted in the age file format.
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
/** scrypt work factor for new files (2^17): needs 128 MB of memory, which also slows down guessing. */
const defaultWorkFactor = 17
/**
 * Highest scrypt work factor that is accepted. With a higher one, a crafted file could exhaust the memory of the
 * server.
 */
const maxWorkFactor = 20
const chunkSize = 64 * 1024
const tagSize = 16

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt)

function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 * 2 }
  return scryptAsync(
    passphrase,
    Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]),
    32,
    options,
  )
}

const zeroNonce = Buffer.alloc(12)
const encodeBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function encryptChunk(key: Buffer, nonce: Buffer, plaintext: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize })
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a chunk. Returns undefined when the key is wrong or the ciphertext was modified. */
function decryptChunk(key: Buffer, nonce: Buffer, ciphertext: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize })
  decipher.setAuthTag(ciphertext.subarray(-tagSize))
  try {
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -tagSize)), decipher.final()])
  } catch {
    return undefined
  }
}

function deriveSubkey(fileKey: Buffer, salt: Buffer, purpose: 'header' | 'payload'): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, purpose, 32))
}

function computeHeaderMac(fileKey: Buffer, head: string): Buffer {
  return createHmac('sha256', deriveSubkey(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest()
}

/**
 * The nonce contains the index of a chunk and whether it is the last chunk: no chunk can be dropped, moved or appended.
 */
function buildChunkNonce(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(part, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Splits a stream into chunks of equal size. The last chunk may be shorter and is marked as last. */
abstract class ChunkTransform extends Transform {
  private waiting: Buffer[] = []
  private length = 0
  private count = 0
  protected readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }

  protected abstract transformChunk(piece: Buffer, part: number, isLast: boolean): Buffer

  /** A full chunk is held back until more data arrives, because only the last chunk of the file is marked as last. */
  private collectFullChunks(chunk: Buffer): void {
    this.waiting.push(chunk)
    this.length += chunk.length
    if (this.length <= this.size) return
    let all = Buffer.concat(this.waiting)
    for (; all.length > this.size; all = all.subarray(this.size)) {
      this.push(this.transformChunk(all.subarray(0, this.size), this.count++, false))
    }
    this.waiting = [all]
    this.length = all.length
  }

  private transformLastChunk(): void {
    this.push(this.transformChunk(Buffer.concat(this.waiting), this.count, true))
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    runWithCallback(() => this.collectFullChunks(chunk), done)
  }

  override _flush(done: TransformCallback): void {
    runWithCallback(() => this.transformLastChunk(), done)
  }
}

function runWithCallback(work: () => void, done: TransformCallback): void {
  try {
    work()
    done()
  } catch (error) {
    done(error as Error)
  }
}

class EncryptionStream extends ChunkTransform {
  private readonly key: Buffer

  constructor(key: Buffer) {
    super(chunkSize)
    this.key = key
  }

  protected transformChunk(piece: Buffer, part: number, isLast: boolean): Buffer {
    return encryptChunk(this.key, buildChunkNonce(part, isLast), piece)
  }
}

class DecryptionStream extends ChunkTransform {
  private readonly key: Buffer

  constructor(key: Buffer) {
    super(chunkSize + tagSize)
    this.key = key
  }

  protected transformChunk(piece: Buffer, part: number, isLast: boolean): Buffer {
    const plaintext =
      piece.length < tagSize ? undefined : decryptChunk(this.key, buildChunkNonce(part, isLast), piece)
    // The age format forbids an empty last chunk, which would be a second encoding of the same file.
    if (!plaintext || (isLast && part > 0 && plaintext.length === 0))
      throw new Error('the backup is changed or cut short')
    return plaintext
  }
}

/** Creates a stream that encrypts its input in the age format. */
export async function createEncryptionStream(
  passphrase: string,
  cost = defaultWorkFactor,
): Promise<Transform> {
  const fileKey = randomBytes(16)
  const salt = randomBytes(16)
  const wrappedKey = encryptChunk(await deriveKey(passphrase, salt, cost), zeroNonce, fileKey)
  const head = `${firstLine}-> scrypt ${encodeBase64(salt)} ${cost}\n${encodeBase64(wrappedKey)}\n---`
  const nonce = randomBytes(16)
  const stream = new EncryptionStream(deriveSubkey(fileKey, nonce, 'payload'))
  stream.push(
    Buffer.concat([Buffer.from(`${head} ${encodeBase64(computeHeaderMac(fileKey, head))}\n`), nonce]),
  )
  return stream
}

const headerPattern =
  /^(age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) ([1-9][0-9]?)\n([A-Za-z0-9+/]{43})\n---) ([A-Za-z0-9+/]{43})\n/

export function isEncryptedBackup(start: Buffer): boolean {
  return start.subarray(0, firstLine.length).toString('latin1') === firstLine
}

/**
 * Number of bytes at the start of an encrypted backup that suffice to begin the decryption. The header of a backup is
 * shorter.
 */
export const encryptionHeaderSize = 512

/** Verifies the passphrase; returns the offset of the encrypted content and the stream that decrypts it. */
export async function createDecryptionStream(
  start: Buffer,
  passphrase: string | undefined,
): Promise<{ begin: number; stream: Transform }> {
  if (!passphrase) throw new StartupError('The backup is encrypted; set BACKUP_PASSPHRASE to its passphrase.')
  const [header = '', head = '', salt = '', cost = '', wrappedKey = '', mac = ''] =
    headerPattern.exec(start.toString('latin1')) ?? []
  if (!header || Number(cost) > maxWorkFactor)
    throw new StartupError('The backup is encrypted in a form that this server does not support.')
  const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), Number(cost))
  const fileKey = decryptChunk(key, zeroNonce, Buffer.from(wrappedKey, 'base64'))
  // The MAC is compared as base64 text, because decoding would ignore the unused bits of its last character.
  if (
    !fileKey ||
    !timingSafeEqual(Buffer.from(encodeBase64(computeHeaderMac(fileKey, head))), Buffer.from(mac))
  ) {
    throw new StartupError('BACKUP_PASSPHRASE is not the passphrase of this backup.')
  }
  const contentOffset = header.length + 16
  const nonce = start.subarray(header.length, contentOffset)
  if (nonce.length < 16) throw new StartupError('The backup is damaged or cut short; nothing was restored.')
  return { begin: contentOffset, stream: new DecryptionStream(deriveSubkey(fileKey, nonce, 'payload')) }
}
