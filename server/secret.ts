// All secrets of an installation are derived from one secret key.
// The secret key is the setting SECRET_KEY, or a key that the first start generates in DATA_DIR.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './env.ts'
import { StartupError } from './terminal.ts'

export interface Secret {
  /** Fingerprint that identifies the secret key without revealing it. Stored with encrypted values and in backups. */
  fingerprint: string
  /**
   * Encrypts a field with AES-256-GCM. `context` identifies the row, so that a value copied to another row cannot be
   * decrypted there.
   */
  encrypt(plain: string, context: string): Buffer
  decrypt(sealed: Buffer, context: string): string
  /** Keyed hash (HMAC-SHA-256): equal texts give equal bytes under the same key. */
  hash(text: string): Buffer
  /** Private key (P-256 scalar) that signs push messages, unless the operator has configured another key. */
  pushKey: Buffer
  /** Derives a private key for signing membership cards. The database stores only the salt and the public key. */
  deriveCardKey(salt: string): Buffer
}

const version = 1
/**
 * Full length of the authentication tag, stated explicitly because AES-GCM would also accept shorter, forgeable tags.
 */
const authTagLength = 16

function deriveKey(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'perantau', purpose, 32))
}

const orderOfP256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Derives 48 bytes and reduces them to a 32-byte private key; with 32 bytes, modulo would make small keys likelier. */
function derivePushKey(key: string): Buffer {
  const randomHex = Buffer.from(hkdfSync('sha256', key, 'perantau', 'push signing', 48)).toString('hex')
  const number = (BigInt(`0x${randomHex}`) % (orderOfP256 - 1n)) + 1n
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

export function deriveSecret(key: string): Secret {
  const encryptionKey = deriveKey(key, 'field encryption')
  const hashKey = deriveKey(key, 'field hash')
  const fingerprint = deriveKey(key, 'fingerprint').subarray(0, 6)
  const header = Buffer.concat([Buffer.from([version]), fingerprint])
  return {
    fingerprint: fingerprint.toString('hex'),
    encrypt(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
    },
    decrypt(sealed, context) {
      if (!sealed.subarray(0, header.length).equals(header)) throw new Error('encrypted with another key')
      const rest = sealed.subarray(header.length)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, rest.subarray(0, 12), { authTagLength })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(rest.subarray(12, 28))
      return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8')
    },
    hash: text => createHmac('sha256', hashKey).update(text).digest(),
    pushKey: derivePushKey(key),
    deriveCardKey: salt => deriveKey(key, `card signing ${salt}`),
  }
}

/**
 * Returns a signed link token: a public id, followed by a signature that only the holder of the secret key can compute.
 */
export function createSignedLinkToken(secret: Secret, id: string): string {
  return `${id}_${secret.hash(`link:${id}`).toString('base64url')}`
}

/** Verifies a signed link token. Returns its id, or undefined when the signature is wrong. */
export function verifyLinkToken(secret: Secret, token: string): string | undefined {
  const [id = ''] = token.split('_', 1)
  const [provided, expected] = [Buffer.from(token), Buffer.from(createSignedLinkToken(secret, id))]
  return provided.length === expected.length && timingSafeEqual(provided, expected) ? id : undefined
}

export function getSecretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/**
 * Path of the new secret key during a key rotation. This file replaces the old key file once the database uses the new
 * key.
 */
function getNextSecretFilePath(dataDir: string): string {
  return `${getSecretKeyPath(dataDir)}.next`
}

/** Writes the key file in one atomic step, because a partly written key would be easy to guess. */
function createSecretFile(file: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(48).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // When another process has created the key file at the same time, the key of that process is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}

function readTextFileIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(
      `${file} cannot be read (${code}); fix its permissions, or restore it from a backup.`,
    )
  }
}

function readSecretFile(file: string): Secret {
  const key = readTextFileIfPresent(file).trim()
  if (key.length < 32) throw new StartupError(`${file} is damaged; restore it from a backup.`)
  return deriveSecret(key)
}

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>

/** Whether the server has a secret key: from the setting SECRET_KEY or generated at an earlier start. */
export function hasServerSecretKey({ SECRET_KEY, DATA_DIR }: KeySettings): boolean {
  return SECRET_KEY !== undefined || existsSync(getSecretKeyPath(DATA_DIR))
}

export function loadOrCreateSecretKey(settings: KeySettings): Secret {
  if (settings.SECRET_KEY) return deriveSecret(settings.SECRET_KEY)
  const file = getSecretKeyPath(settings.DATA_DIR)
  if (!existsSync(file)) createSecretFile(file)
  return readSecretFile(file)
}

/**
 * Returns the new secret key for a rotation: NEW_SECRET_KEY, or a generated key, which is stored before any data is
 * encrypted with it.
 */
export function prepareNextSecretKey(settings: KeySettings & Pick<Settings, 'NEW_SECRET_KEY'>): Secret {
  if (settings.SECRET_KEY) {
    if (!settings.NEW_SECRET_KEY)
      throw new StartupError('NEW_SECRET_KEY is missing; set it to the key to change to.')
    return deriveSecret(settings.NEW_SECRET_KEY)
  }
  const file = getNextSecretFilePath(settings.DATA_DIR)
  if (!existsSync(file)) createSecretFile(file)
  return readSecretFile(file)
}

/**
 * Completes a key rotation after the database has changed to the new key, even if the process that rotated the key died
 * before that.
 */
export function completeSecretKeyRotation(settings: KeySettings, fingerprint: string): Secret | undefined {
  const file = getNextSecretFilePath(settings.DATA_DIR)
  if (settings.SECRET_KEY || !existsSync(file)) return undefined
  const next = readSecretFile(file)
  if (next.fingerprint !== fingerprint) return undefined
  renameSync(file, getSecretKeyPath(settings.DATA_DIR))
  return next
}
