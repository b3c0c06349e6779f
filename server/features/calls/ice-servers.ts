// How devices find a way to each other. The relay is lent to whoever is in a call, for some hours.
import { createHmac } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import type { JoinedCall } from '#shared/contracts/calls.ts'

const lentFor = 6 * 3600

/** As coturn's `use-auth-secret` wants it: until when and for whom, signed with the secret it shares. */
function lend(secret: string, userId: number, now: number) {
  const username = `${Math.floor(now / 1000) + lentFor}:${userId}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

/** With a relay everything goes through it, so that nobody learns another's address. */
export function waysFor(
  { TURN_URL, TURN_SECRET, STUN_URLS }: Pick<Settings, 'TURN_URL' | 'TURN_SECRET' | 'STUN_URLS'>,
  userId: number,
  now = Date.now(),
): Pick<JoinedCall, 'iceServers' | 'isRelayOnly'> {
  if (TURN_URL && TURN_SECRET) {
    return { iceServers: [{ urls: TURN_URL, ...lend(TURN_SECRET, userId, now) }], isRelayOnly: true }
  }
  return { iceServers: STUN_URLS ? [{ urls: STUN_URLS }] : [], isRelayOnly: false }
}
