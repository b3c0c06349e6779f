// What must stay secret is derived from one key: SECRET_KEY, or one made in DATA_DIR at the first start.
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
  /** Names the key without giving it away; kept with what it encrypted and in backups. */
  fingerprint: string
  /** AES-256-GCM; `context` names the row, so that a value moved to another row does not open. */
  encrypt(plain: string, context: string): Buffer
  decrypt(sealed: Buffer, context: string): string
  /** The same text gives the same bytes, but only with the key. */
  hash(text: string): Buffer
  /** Signs what is pushed, where the operator has no key of their own for it: a number that P-256 takes. */
  pushKey: Buffer
  /** The secret half of a key for cards, of which the database holds the salt and the public half. */
  cardKey(salt: string): Buffer
}

const version = 1
/** All of it: a shorter one, which the cipher would accept, is easier to guess. */
const authTagLength = 16

function derive(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'perantau', purpose, 32))
}

const orderOfP256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Half as many bytes again as needed, so that the remainder favours no number. */
function derivePushKey(key: string): Buffer {
  const wide = Buffer.from(hkdfSync('sha256', key, 'perantau', 'push signing', 48)).toString('hex')
  const number = (BigInt(`0x${wide}`) % (orderOfP256 - 1n)) + 1n
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

export function secretFrom(key: string): Secret {
  const sealing = derive(key, 'field encryption')
  const hashing = derive(key, 'field hash')
  const print = derive(key, 'fingerprint').subarray(0, 6)
  const header = Buffer.concat([Buffer.from([version]), print])
  return {
    fingerprint: print.toString('hex'),
    encrypt(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
    },
    decrypt(sealed, context) {
      if (!sealed.subarray(0, header.length).equals(header)) throw new Error('sealed with another key')
      const rest = sealed.subarray(header.length)
      const decipher = createDecipheriv('aes-256-gcm', sealing, rest.subarray(0, 12), { authTagLength })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(rest.subarray(12, 28))
      return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8')
    },
    hash: text => createHmac('sha256', hashing).update(text).digest(),
    pushKey: derivePushKey(key),
    cardKey: salt => derive(key, `card signing ${salt}`),
  }
}

/** The end of a link: an id that anybody may know, and a proof that only the key can make. */
export function signToken(secret: Secret, id: string): string {
  return `${id}_${secret.hash(`link:${id}`).toString('base64url')}`
}

/** The id, if the proof is right. */
export function readToken(secret: Secret, token: string): string | undefined {
  const [id = ''] = token.split('_', 1)
  const [given, right] = [Buffer.from(token), Buffer.from(signToken(secret, id))]
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}

export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The key that a rotation has begun to change to; it takes the other's place once the database has changed. */
function nextSecretFile(dataDir: string): string {
  return `${secretFile(dataDir)}.next`
}

/** Written whole or not at all: half a key would be a key that anybody can guess. */
function createSecretFile(file: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(48).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another program that starts at the same moment was faster; its key is the key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`${file} cannot be read (${code}); mend it, or bring it back from a backup.`)
  }
}

function readSecretFile(file: string): Secret {
  const key = readText(file).trim()
  if (key.length < 32) throw new StartupError(`${file} is damaged; bring it back from a backup.`)
  return secretFrom(key)
}

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>

/** Whether there is a key already: given, or made at an earlier start. */
export function hasSecret({ SECRET_KEY, DATA_DIR }: KeySettings): boolean {
  return SECRET_KEY !== undefined || existsSync(secretFile(DATA_DIR))
}

export function loadSecret(settings: KeySettings): Secret {
  if (settings.SECRET_KEY) return secretFrom(settings.SECRET_KEY)
  const file = secretFile(settings.DATA_DIR)
  if (!existsSync(file)) createSecretFile(file)
  return readSecretFile(file)
}

/** A key to change to: the operator's, or a new one on disk before anything is written with it. */
export function prepareNextSecret(settings: KeySettings & Pick<Settings, 'NEW_SECRET_KEY'>): Secret {
  if (settings.SECRET_KEY) {
    if (!settings.NEW_SECRET_KEY)
      throw new StartupError('NEW_SECRET_KEY is missing; set it to the key to change to.')
    return secretFrom(settings.NEW_SECRET_KEY)
  }
  const file = nextSecretFile(settings.DATA_DIR)
  if (!existsSync(file)) createSecretFile(file)
  return readSecretFile(file)
}

/** After the database has changed, also when that was in a process that died before it could do this. */
export function adoptNextSecret(settings: KeySettings, fingerprint: string): Secret | undefined {
  const file = nextSecretFile(settings.DATA_DIR)
  if (settings.SECRET_KEY || !existsSync(file)) return undefined
  const next = readSecretFile(file)
  if (next.fingerprint !== fingerprint) return undefined
  renameSync(file, secretFile(settings.DATA_DIR))
  return next
}
