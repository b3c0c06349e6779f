// Push service and browsers of Web Push for tests, written from the RFCs without the library that the server uses.
// The fake push service verifies the sender (RFC 8292), and simulated browsers decrypt messages (RFC 8291).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { PushMessage } from '#shared/contracts/account/push.schemas.ts'

export interface ReceivedPush {
  headers: IncomingHttpHeaders
  message: PushMessage
  /** Claims of the VAPID token that the sender of the push message signed. */
  claims: { aud: string; exp: number; sub: string }
  /** Public key that verifies the VAPID token. */
  key: string
}

interface Browser {
  ecdh: ECDH
  auth: Buffer
  received: ReceivedPush[]
}

/** Decrypts a push message as RFC 8291, section 3.4, and RFC 8188 describe. */
export function decryptPushMessage(body: Buffer, { ecdh, auth }: Pick<Browser, 'ecdh' | 'auth'>): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const ciphertext = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(ciphertext.subarray(-16))
  const padded = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

/** Verifies a VAPID header (RFC 8292): its token must be signed by the key that is sent in the same header. */
function readVapid(authorization = ''): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('not signed by the key that came along')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

type Respond = (response: ServerResponse) => void
const respondCreated: Respond = response => response.writeHead(201).end()

export async function startFakePushService() {
  const browsers = new Map<string, Browser>()
  const faults: unknown[] = []
  let respond = respondCreated
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const browser = browsers.get(request.url ?? '')
    if (!browser) return response.writeHead(410).end()
    try {
      const message = JSON.parse(decryptPushMessage(Buffer.concat(parts), browser)) as PushMessage
      browser.received.push({
        headers: request.headers,
        message,
        ...readVapid(request.headers.authorization),
      })
    } catch (error) {
      faults.push(error)
    }
    respond(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** Errors of push messages that could not be decrypted or were not signed correctly. */
    faults,
    /** Creates a simulated browser with a push subscription; `received` collects its push messages. */
    subscribeDevice(key: string) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const browser = { ecdh, auth: randomBytes(16), received: [] as ReceivedPush[] }
      const path = `/${randomUUID()}`
      browsers.set(path, browser)
      const body = {
        endpoint: url + path,
        p256dh: ecdh.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
        key,
      }
      return { body, received: browser.received, unsubscribe: () => browsers.delete(path) }
    },
    /** Sets how the fake push service responds to subsequent push messages. The default status is 201. */
    setResponder(newRespond: Respond = respondCreated) {
      respond = newRespond
    },
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
