// Call signalling between two devices: each signal is signed by its sender, numbered and encrypted to the recipient.
import * as z from 'zod/mini'
import type { Card } from '#shared/e2ee/card.ts'
import { decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { refuse } from '#shared/e2ee/roster.ts'
import { isSignedBy, signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { boxPair, type Identity, signText } from './identity.ts'

/** Call and devices of a signal. The signature and the encryption are bound to them. */
export interface SignalFrame {
  callId: string
  from: number
  fromDev: string
  to: number
  toDev: string
}

const signalSchema = z.strictObject({ frame: z.string(), n: z.int(), word: z.unknown() })

const buildContext = ({ callId, from, fromDev, to, toDev }: SignalFrame) =>
  `perantau/signal/1 ${callId} ${from}.${fromDev} ${to}.${toDev}`

export async function sealSignal(
  identity: Identity,
  to: Card,
  frame: SignalFrame,
  n: number,
  word: unknown,
): Promise<string> {
  const { seal } = await loadCurves()
  const signedSignal = await signText(
    identity.sign,
    'call',
    JSON.stringify({ frame: buildContext(frame), n, word }),
  )
  return encode(
    await seal(decode(to.box), toBytes(JSON.stringify(signedSignal)), toBytes(buildContext(frame))),
  )
}

/** Decrypts a signal. Throws unless this sender signed it, on this device, for this recipient and call. */
export async function openSignal(
  identity: Identity,
  from: Card,
  frame: SignalFrame,
  ciphertext: string,
): Promise<{ n: number; word: unknown }> {
  const { open, verify } = await loadCurves()
  const plaintext = await open(boxPair(identity), decode(ciphertext), toBytes(buildContext(frame)))
  const signedSignal = signed.parse(JSON.parse(toText(plaintext)))
  if (!(await isSignedBy(verify, from.sign, 'call', signedSignal))) refuse('signal-forged')
  const signal = signalSchema.parse(JSON.parse(signedSignal.body))
  if (signal.frame !== buildContext(frame)) refuse('signal-of-another-call')
  return { n: signal.n, word: signal.word }
}
