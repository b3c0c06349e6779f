// Who sends (RFC 8292): push services take nothing that is not signed, and a subscription is bound to one key.
import { createECDH } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import type { Secret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'

export interface Vapid {
  subject: string
  publicKey: string
  privateKey: string
}

type VapidSettings = Pick<
  Settings,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUBLIC_URL' | 'MAIL_FROM'
>

/** Whom the operators of a push service write to when something is wrong. */
function subjectOf({ VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM }: VapidSettings): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL
  return `mailto:${MAIL_FROM.match(/[^\s<]+@[^\s>]+/)?.[0] ?? 'admin@localhost'}`
}

/** The operator's keys, or those that follow from the secret: nothing more to keep, to share or to back up. */
export function openVapid(settings: VapidSettings, secret: Secret): Vapid {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = settings
  const privateKey = VAPID_PRIVATE_KEY ? Buffer.from(VAPID_PRIVATE_KEY, 'base64url') : secret.pushKey
  const ecdh = createECDH('prime256v1')
  try {
    ecdh.setPrivateKey(privateKey)
  } catch {
    throw new StartupError('VAPID_PRIVATE_KEY is not a key.')
  }
  const publicKey = ecdh.getPublicKey('base64url')
  if (VAPID_PUBLIC_KEY && VAPID_PUBLIC_KEY !== publicKey) {
    throw new StartupError('VAPID_PUBLIC_KEY is not the public half of VAPID_PRIVATE_KEY.')
  }
  return { subject: subjectOf(settings), publicKey, privateKey: privateKey.toString('base64url') }
}
