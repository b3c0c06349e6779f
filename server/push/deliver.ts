// One push to one device: sealed to its browser (RFC 8291), signed by us (RFC 8292), posted to its push service (RFC 8030).
import { Agent as HttpAgent, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { InwardAddress, lookupPublic } from './address.ts'
import type { Vapid } from './vapid.ts'

export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Envelope {
  /** Sealed. */
  payload: string
  /** Of several with the same topic that wait for a device the service keeps the last. */
  topic: string
  /** Seconds for which it is worth waiting for the device. */
  ttl: number
  isUrgent: boolean
}

/**
 * `gone`: there is no such device any more. `refused`: the service did not want it, and would not the next time.
 * Otherwise it may be tried again, where the service said so after as many seconds.
 */
export type Outcome = 'delivered' | 'gone' | 'refused' | { retryAfter: number }

const patience = 10_000
const agents = {
  // Services are few and devices many: connections are used again. No host gets more of them than this.
  'https:': new Agent({ keepAlive: true, maxSockets: 25 }),
  'http:': new HttpAgent({ keepAlive: false }),
}

function post(url: URL, headers: Record<string, string>, body: Buffer): Promise<IncomingMessage> {
  // Without encryption only to what stands in for a service in tests; its address is a number, so nothing is looked up.
  const [send, agent] =
    url.protocol === 'https:' ? [request, agents['https:']] : [requestPlain, agents['http:']]
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience)
    // Redirects are not followed: they would lead past the check of the address.
    const sending = send(url, { method: 'POST', headers, agent, lookup: lookupPublic, signal })
    sending.on('error', reject)
    sending.on('response', response => {
      // What it says beside the status is of no interest, but has to be taken from the line.
      response.on('error', () => {})
      response.resume()
      resolve(response)
    })
    sending.end(body)
  })
}

function judge({ statusCode = 0, headers }: IncomingMessage): Outcome {
  if (statusCode >= 200 && statusCode < 300) return 'delivered'
  if (statusCode === 404 || statusCode === 410) return 'gone'
  if (statusCode === 429 || statusCode >= 500) return { retryAfter: Number(headers['retry-after']) || 0 }
  return 'refused'
}

function seal(device: Device, { payload, topic, ttl, isUrgent }: Envelope, vapid: Vapid) {
  return webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    payload,
    {
      TTL: ttl,
      topic,
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
      vapidDetails: vapid,
    },
  )
}

export async function deliver(device: Device, envelope: Envelope, vapid: Vapid): Promise<Outcome> {
  let sealed: ReturnType<typeof seal>
  try {
    sealed = seal(device, envelope, vapid)
  } catch {
    // Its key is no key.
    return 'refused'
  }
  try {
    const { headers, body } = sealed
    return judge(await post(new URL(device.endpoint), headers as Record<string, string>, body as Buffer))
  } catch (error) {
    return error instanceof InwardAddress ? 'gone' : { retryAfter: 0 }
  }
}
