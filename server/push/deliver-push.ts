// Delivers one push to one device over its push service (RFC 8030).
// The payload is encrypted for the browser (RFC 8291), and the request is signed with VAPID keys (RFC 8292).
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { lookupPublicAddress, PrivateAddressError } from './push-endpoint.ts'
import type { VapidKeys } from './vapid.ts'

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushEnvelope {
  /** Payload of the push in plaintext, which is encrypted for the device before delivery. */
  payload: string
  /** Topic of the push: the push service keeps only the last of several undelivered pushes with the same topic. */
  topic: string
  /** Time to live in seconds, during which the push service keeps the push for an offline device. */
  ttl: number
  isUrgent: boolean
}

/**
 * Result of delivering a push. `gone`: the subscription no longer exists. `refused`: a permanent failure.
 * `retryAfter`: a temporary failure, with the number of seconds the service asked to wait, or 0.
 */
export type DeliveryOutcome = 'delivered' | 'gone' | 'refused' | { retryAfter: number }

const requestTimeout = 10_000
const agents = {
  // Connections are reused, because most devices belong to a few push services. `maxSockets` is the limit per host.
  'https:': new Agent({ keepAlive: true, maxSockets: 25 }),
  'http:': new HttpAgent({ keepAlive: false }),
}

function postToPushService(
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
): Promise<IncomingMessage> {
  // Plain HTTP is used only for the push service of tests, whose host is an IP address and needs no DNS lookup.
  const [send, agent] =
    url.protocol === 'https:' ? [request, agents['https:']] : [requestHttp, agents['http:']]
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(requestTimeout)
    // Redirects of push services are not followed, because they would bypass the IP address check.
    const outgoing = send(url, { method: 'POST', headers, agent, lookup: lookupPublicAddress, signal })
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      // The response body of a push service is not needed, but must be read to free the connection.
      response.on('error', () => {})
      response.resume()
      resolve(response)
    })
    outgoing.end(body)
  })
}

function readDeliveryOutcome({ statusCode = 0, headers }: IncomingMessage): DeliveryOutcome {
  if (statusCode >= 200 && statusCode < 300) return 'delivered'
  if (statusCode === 404 || statusCode === 410) return 'gone'
  if (statusCode === 429 || statusCode >= 500) return { retryAfter: Number(headers['retry-after']) || 0 }
  return 'refused'
}

function encryptPush(device: PushTarget, { payload, topic, ttl, isUrgent }: PushEnvelope, vapid: VapidKeys) {
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

export async function deliverPush(
  device: PushTarget,
  envelope: PushEnvelope,
  vapid: VapidKeys,
): Promise<DeliveryOutcome> {
  let encrypted: ReturnType<typeof encryptPush>
  try {
    encrypted = encryptPush(device, envelope, vapid)
  } catch {
    // Encryption fails when the device registered an invalid push encryption key.
    return 'refused'
  }
  try {
    const { headers, body } = encrypted
    return readDeliveryOutcome(
      await postToPushService(new URL(device.endpoint), headers as Record<string, string>, body as Buffer),
    )
  } catch (error) {
    return error instanceof PrivateAddressError ? 'gone' : { retryAfter: 0 }
  }
}
