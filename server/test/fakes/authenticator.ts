// Simulates a passkey authenticator (WebAuthn) for tests without a browser.
// The simulated authenticator can make false statements, to test that the server detects them.
import { createHash, randomBytes, sign } from 'node:crypto'
import { generateKeyPair } from './generate-key-pair.ts'

type Cbor = number | string | Buffer | [Cbor, Cbor][]

function encodeCborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** Encodes the subset of CBOR that WebAuthn needs: integers, strings, bytes and maps. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value])
  return Buffer.concat([
    encodeCborHead(5, value.length),
    ...value.flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ])
}

const hashSha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encodeBase64url = (data: Buffer) => data.toString('base64url')

export interface AuthenticatorStatement {
  origin?: string
  host?: string
  counter?: number
  isVerified?: boolean
  userHandle?: string
}

export function createFakePasskeyAuthenticator() {
  const { publicKey, privateKey } = generateKeyPair('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const cose = encodeCbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  let storedUserHandle = ''

  function buildAuthenticatorData(
    { host = 'perantau.test', counter = 0, isVerified = true }: AuthenticatorStatement,
    attested?: Buffer,
  ): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hashSha256(host), Buffer.from([flags]), count, ...(attested ? [attested] : [])])
  }

  function buildClientData(
    type: string,
    challenge: string,
    { origin = 'http://perantau.test' }: AuthenticatorStatement,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  return {
    credentialId: encodeBase64url(id),
    /** Responds to a request to create a passkey (navigator.credentials.create). */
    createCredential(
      options: { challenge: string; user: { id: string } },
      statement: AuthenticatorStatement = {},
    ) {
      storedUserHandle = options.user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const object: Cbor = [
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', buildAuthenticatorData(statement, attested)],
      ]
      return {
        credentialId: encodeBase64url(id),
        clientDataJSON: encodeBase64url(buildClientData('webauthn.create', options.challenge, statement)),
        attestationObject: encodeBase64url(encodeCbor(object)),
        transports: ['internal'],
      }
    },
    /** Responds to a sign-in request (navigator.credentials.get). */
    signAssertion(challenge: string, statement: AuthenticatorStatement = {}) {
      const authenticatorData = buildAuthenticatorData(statement)
      const clientData = buildClientData('webauthn.get', challenge, statement)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hashSha256(clientData)]), privateKey)
      return {
        credentialId: encodeBase64url(id),
        clientDataJSON: encodeBase64url(clientData),
        authenticatorData: encodeBase64url(authenticatorData),
        signature: encodeBase64url(signature),
        userHandle: statement.userHandle ?? storedUserHandle,
      }
    },
  }
}
