// VAPID keys (RFC 8292), which identify this server to push services.
// Push services accept only requests signed with VAPID keys, and each push subscription is bound to one key.
import { createECDH } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import type { Secret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'

export interface VapidKeys {
  subject: string
  publicKey: string
  privateKey: string
}

type VapidSettings = Pick<
  Settings,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUBLIC_URL' | 'MAIL_FROM'
>

/** Returns the VAPID subject: a URL at which operators of push services can contact the operator of this server. */
function buildVapidSubject({ VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM }: VapidSettings): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL
  return `mailto:${MAIL_FROM.match(/[^\s<]+@[^\s>]+/)?.[0] ?? 'admin@localhost'}`
}

/** Returns the configured VAPID keys, or keys derived from the server secret, which need no storage or backup. */
export function loadVapidKeys(settings: VapidSettings, secret: Secret): VapidKeys {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = settings
  const privateKey = VAPID_PRIVATE_KEY ? Buffer.from(VAPID_PRIVATE_KEY, 'base64url') : secret.pushKey
  const ecdh = createECDH('prime256v1')
  try {
    ecdh.setPrivateKey(privateKey)
  } catch {
    throw new StartupError(
      'VAPID_PRIVATE_KEY is not a valid P-256 private key (base64url). Correct or remove it.',
    )
  }
  const publicKey = ecdh.getPublicKey('base64url')
  if (VAPID_PUBLIC_KEY && VAPID_PUBLIC_KEY !== publicKey) {
    throw new StartupError(
      'VAPID_PUBLIC_KEY does not match VAPID_PRIVATE_KEY. Set both keys of one pair, or neither.',
    )
  }
  return { subject: buildVapidSubject(settings), publicKey, privateKey: privateKey.toString('base64url') }
}
