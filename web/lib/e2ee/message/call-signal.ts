// Call signalling between two devices: each signal is signed by its sender, numbered and encrypted to the recipient.
import * as z from 'zod/mini'
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { throwRosterError } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { isTextSignedBy, signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { getEncryptionKeyPair, type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'

/** Call and devices to which a call signal belongs. Signature and encryption bind the signal to them. */
export interface SignalContext {
  callId: string
  from: number
  fromDev: string
  to: number
  toDev: string
}

const signalSchema = z.strictObject({ frame: z.string(), n: z.int(), word: z.unknown() })

const buildContext = ({ callId, from, fromDev, to, toDev }: SignalContext) =>
  `perantau/signal/1 ${callId} ${from}.${fromDev} ${to}.${toDev}`

export async function encryptCallSignal(
  identity: Identity,
  to: Card,
  frame: SignalContext,
  n: number,
  word: unknown,
): Promise<string> {
  const { seal } = await loadEllipticCurveImplementation()
  const signedSignal = await signText(
    identity.sign,
    'call',
    JSON.stringify({ frame: buildContext(frame), n, word }),
  )
  return encodeBase64url(
    await seal(
      decodeBase64url(to.box),
      encodeUtf8(JSON.stringify(signedSignal)),
      encodeUtf8(buildContext(frame)),
    ),
  )
}

/** Decrypts a call signal. Throws unless the sender signed it on the given device for this recipient and this call. */
export async function decryptCallSignal(
  identity: Identity,
  from: Card,
  frame: SignalContext,
  ciphertext: string,
): Promise<{ n: number; word: unknown }> {
  const { open, verify } = await loadEllipticCurveImplementation()
  const plaintext = await open(
    getEncryptionKeyPair(identity),
    decodeBase64url(ciphertext),
    encodeUtf8(buildContext(frame)),
  )
  const signedSignal = signed.parse(JSON.parse(decodeUtf8(plaintext)))
  if (!(await isTextSignedBy(verify, from.sign, 'call', signedSignal))) throwRosterError('signal-forged')
  const signal = signalSchema.parse(JSON.parse(signedSignal.body))
  if (signal.frame !== buildContext(frame)) throwRosterError('signal-of-another-call')
  return { n: signal.n, word: signal.word }
}
