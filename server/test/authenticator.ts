// A passkey without a browser: what an authenticator would say, true or not.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | [Cbor, Cbor][]

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** As much of it as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')

export interface Said {
  origin?: string
  host?: string
  counter?: number
  isVerified?: boolean
  userHandle?: string
}

export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const cose = cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  let handle = ''

  function data({ host = 'perantau.test', counter = 0, isVerified = true }: Said, attested?: Buffer): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, ...(attested ? [attested] : [])])
  }

  function client(type: string, challenge: string, { origin = 'http://perantau.test' }: Said): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  return {
    credentialId: text(id),
    /** What it answers to the question of a new passkey. */
    make(options: { challenge: string; user: { id: string } }, said: Said = {}) {
      handle = options.user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const object: Cbor = [
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data(said, attested)],
      ]
      return {
        credentialId: text(id),
        clientDataJSON: text(client('webauthn.create', options.challenge, said)),
        attestationObject: text(cbor(object)),
        transports: ['internal'],
      }
    },
    /** What it answers when it is to sign in. */
    sign(challenge: string, said: Said = {}) {
      const authenticatorData = data(said)
      const clientData = client('webauthn.get', challenge, said)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        credentialId: text(id),
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: said.userHandle ?? handle,
      }
    },
  }
}
