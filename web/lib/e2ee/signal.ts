// A word from one device in a call to another: sealed for that person, signed by its sender, numbered.
import * as z from 'zod/mini'
import type { Card } from '#shared/e2ee/card.ts'
import { decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { refuse } from '#shared/e2ee/roster.ts'
import { isSignedBy, signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { boxPair, type Identity, signText } from './identity.ts'

/** Between which devices, in which call: part of what is signed and of what the seal is bound to. */
export interface SignalFrame {
  callId: string
  from: number
  fromDev: string
  to: number
  toDev: string
}

const inner = z.strictObject({ frame: z.string(), n: z.int(), word: z.unknown() })

const nameOf = ({ callId, from, fromDev, to, toDev }: SignalFrame) =>
  `perantau/signal/1 ${callId} ${from}.${fromDev} ${to}.${toDev}`

export async function sealSignal(
  identity: Identity,
  to: Card,
  frame: SignalFrame,
  n: number,
  word: unknown,
): Promise<string> {
  const { seal } = await loadCurves()
  const one = await signText(identity.sign, 'call', JSON.stringify({ frame: nameOf(frame), n, word }))
  return encode(await seal(decode(to.box), toBytes(JSON.stringify(one)), toBytes(nameOf(frame))))
}

/** Throws unless that person said just this, on that device, to this one, in this call. */
export async function openSignal(
  identity: Identity,
  from: Card,
  frame: SignalFrame,
  sealed: string,
): Promise<{ n: number; word: unknown }> {
  const { open, verify } = await loadCurves()
  const plain = await open(boxPair(identity), decode(sealed), toBytes(nameOf(frame)))
  const one = signed.parse(JSON.parse(toText(plain)))
  if (!(await isSignedBy(verify, from.sign, 'call', one))) refuse('signal-forged')
  const said = inner.parse(JSON.parse(one.body))
  if (said.frame !== nameOf(frame)) refuse('signal-of-another-call')
  return { n: said.n, word: said.word }
}
