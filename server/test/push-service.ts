// What stands at the other end of a push, by the standards and not by our library: a push service that checks who sends
// (RFC 8292), and browsers that open what was sealed to them (RFC 8291).
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
import type { PushMessage } from '#shared/contracts/push.ts'

export interface Received {
  headers: IncomingHttpHeaders
  message: PushMessage
  /** As its sender signed it. */
  claims: { aud: string; exp: number; sub: string }
  /** The key it was signed with. */
  key: string
}

interface Browser {
  ecdh: ECDH
  auth: Buffer
  received: Received[]
}

/** RFC 8291, section 3.4, and RFC 8188 beneath it. */
export function open(body: Buffer, { ecdh, auth }: Pick<Browser, 'ecdh' | 'auth'>): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

/** RFC 8292: a token signed with the key that comes along. */
function readVapid(authorization = ''): Pick<Received, 'claims' | 'key'> {
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

type Answer = (response: ServerResponse) => void
const take: Answer = response => response.writeHead(201).end()

export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const faults: unknown[] = []
  let answer = take
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const browser = browsers.get(request.url ?? '')
    if (!browser) return response.writeHead(410).end()
    try {
      const message = JSON.parse(open(Buffer.concat(parts), browser)) as PushMessage
      browser.received.push({
        headers: request.headers,
        message,
        ...readVapid(request.headers.authorization),
      })
    } catch (error) {
      faults.push(error)
    }
    answer(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** What could not be opened or was not signed. */
    faults,
    /** A browser with a subscription, and what came to it. */
    subscribe(key: string) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const browser = { ecdh, auth: randomBytes(16), received: [] as Received[] }
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
    /** Instead of taking what comes. */
    answerWith(other: Answer = take) {
      answer = other
    },
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
