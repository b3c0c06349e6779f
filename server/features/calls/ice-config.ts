// ICE configuration (STUN and TURN servers) for WebRTC calls. Call participants get TURN credentials for six hours.
import { createHmac } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import type { JoinedCall } from '#shared/contracts/calls/calls.schemas.ts'

const credentialLifetimeSeconds = 6 * 3600

/** Computes a time-limited TURN credential for coturn's option `use-auth-secret`: HMAC-SHA-1 over `expiry:userId`. */
function createTurnCredential(secret: string, userId: number, now: number) {
  const username = `${Math.floor(now / 1000) + credentialLifetimeSeconds}:${userId}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

/** Builds a user's ICE configuration. With TURN all media is relayed, which hides participants' IP addresses. */
export function buildIceConfig(
  { TURN_URL, TURN_SECRET, STUN_URLS }: Pick<Settings, 'TURN_URL' | 'TURN_SECRET' | 'STUN_URLS'>,
  userId: number,
  now = Date.now(),
): Pick<JoinedCall, 'iceServers' | 'isRelayOnly'> {
  if (TURN_URL && TURN_SECRET) {
    return {
      iceServers: [{ urls: TURN_URL, ...createTurnCredential(TURN_SECRET, userId, now) }],
      isRelayOnly: true,
    }
  }
  return { iceServers: STUN_URLS ? [{ urls: STUN_URLS }] : [], isRelayOnly: false }
}
