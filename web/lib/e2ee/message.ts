import * as z from 'zod/mini'
import type { Message } from '#shared/contracts/chat.ts'
import type { Disclosed } from '#shared/e2ee/disclosed.ts'
import { type Bytes, concat, decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { type Extra, readExtra } from '#shared/e2ee/extra.ts'
import { boundTo, type Frame, type Said, signedBody } from '#shared/e2ee/message.ts'
import { memberAt, type Roster, refuse } from '#shared/e2ee/roster.ts'
import { type SealedMark, sealedMark, sealedPrefix } from '#shared/e2ee/sealed.ts'
import { digest, isSignedBy, signature } from '#shared/e2ee/signed.ts'
import { openAes, sealAes } from './aes.ts'
import { loadCurves } from './curves.ts'
import type { Epoch } from './epoch-keys.ts'
import { type Identity, signText } from './identity.ts'

/** What is inside, signed. */
const base = {
  id: z.string(),
  ts: z.int(),
  c: z.int(),
  head: digest,
  body: z.string(),
  sig: signature,
}
const inner1 = z.strictObject(base)
const counted = { ...base, void: z.array(z.int()), vault: z.int() }
const inner2 = z.strictObject(counted)
const inner3 = z.strictObject({ ...counted, extra: z.string() })
const versions = { 1: inner1, 2: inner2, 3: inner3 }

/** What somebody said, as it was signed. */
export interface Inner {
  id: string
  ts: number
  /** Left out in version 1. */
  count?: { c: number; void: number[]; vault: number }
  body: string
  extra: Extra
}

export interface Sealed {
  content: string
  /** Part of what it is bound to. */
  messageType: string
  /** `mentions`: who is to be told; `file`: which of its files goes along. Both the server has to see. */
  metadata: { e2ee: SealedMark; mentions?: number[]; file?: { id: string } }
}

/** What a change is bound to, so that it is never taken for something that was said. */
export const changeType = 'change'

/** For each sender and device one key of the epoch's, made once. */
const keys = new WeakMap<CryptoKey, Map<string, Promise<CryptoKey>>>()

function keyFor(epochKey: CryptoKey, { senderId, mark }: Frame): Promise<CryptoKey> {
  const ofEpoch = keys.get(epochKey) ?? new Map<string, Promise<CryptoKey>>()
  keys.set(epochKey, ofEpoch)
  const name = `${senderId} ${mark.dev}`
  const known = ofEpoch.get(name)
  if (known) return known
  const info = toBytes(`perantau/message/1 ${name}`)
  const how = { name: 'HKDF', hash: 'SHA-256', salt: toBytes(mark.eid), info }
  const aes = { name: 'AES-GCM', length: 256 }
  const made = crypto.subtle.deriveKey(how, epochKey, aes, false, ['encrypt', 'decrypt'])
  ofEpoch.set(name, made)
  return made
}

/** To the next power of two, so that its length says little. */
function pad(bytes: Bytes): Bytes {
  const size = 2 ** Math.ceil(Math.log2(Math.max(256, bytes.length + 4)))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concat(length, bytes, new Uint8Array(size - 4 - bytes.length))
}

function unpad(bytes: Bytes): Bytes {
  return bytes.slice(4, 4 + new DataView(bytes.buffer).getUint32(0))
}

export type NewWords = Required<Omit<Said, 'ts'>> & { messageType: string }

export async function sealMessage(
  identity: Identity,
  groupId: number,
  epoch: Epoch,
  { messageType, ...said }: NewWords,
): Promise<Sealed> {
  if (!epoch.key) throw new Error('no key for this epoch')
  const mark: SealedMark = { v: 3, n: epoch.n, eid: epoch.eid, dev: identity.dev }
  const frame = { groupId, senderId: identity.card.userId, messageType, mark }
  const bare = { ...said, ts: Date.now() }
  const { sig } = await signText(identity.sign, 'message', signedBody(frame, bare))
  const plain = pad(toBytes(JSON.stringify({ ...bare, sig })))
  const sealed = await sealAes(await keyFor(epoch.key, frame), plain, toBytes(boundTo(frame)))
  return { content: sealedPrefix + encode(sealed), messageType, metadata: { e2ee: mark } }
}

export function markOf({ content, metadata }: Pick<Message, 'content' | 'metadata'>): SealedMark | undefined {
  if (!content.startsWith(sealedPrefix)) return undefined
  return sealedMark.safeParse(metadata?.e2ee).data
}

type ToOpen = Pick<Message, 'groupId' | 'senderId' | 'content' | 'messageType' | 'clientId'>
type OpenEpoch = Epoch & { key: CryptoKey }

/** Throws unless it was said, just so, here, by the person it is said to be from. */
async function openSigned(
  roster: Roster,
  epoch: OpenEpoch,
  mark: SealedMark,
  message: ToOpen,
): Promise<{ said: Said; disclosed: Disclosed }> {
  const { groupId, senderId, messageType } = message
  const frame = { groupId, senderId, messageType, mark }
  const bytes = decode(message.content.slice(sealedPrefix.length))
  const plain = await openAes(await keyFor(epoch.key, frame), bytes, toBytes(boundTo(frame)))
  const text = JSON.parse(toText(unpad(plain)))
  const said: Said & { sig: string } = versions[mark.v].parse(text)
  if (said.id !== message.clientId) refuse('message-of-another-id')
  // By the roster as it stood then: whoever has left since still said it.
  const sender = memberAt(roster, senderId, epoch.headSeq)
  if (!sender || epoch.excluded?.includes(senderId)) refuse('message-by-an-outsider')
  // Honest clients make an epoch for the list they know, and speak in no other.
  if (said.head !== roster.hashes[epoch.headSeq - 1]) refuse('message-of-another-roster')
  const one = { body: signedBody(frame, said), sig: said.sig }
  const { verify } = await loadCurves()
  if (!(await isSignedBy(verify, sender.card.sign, 'message', one))) refuse('message-forged')
  return { said, disclosed: { ...one, card: sender.card } }
}

export async function openMessage(...sealed: Parameters<typeof openSigned>): Promise<Inner> {
  const { said } = await openSigned(...sealed)
  const { id, ts, body, c } = said
  const extra = readExtra(said.extra || undefined)
  if (said.void === undefined || said.vault === undefined) return { id, ts, body, extra }
  return { id, ts, body, extra, count: { c, void: said.void, vault: said.vault } }
}

/** For somebody who was not there: the one message, and what shows who said it. */
export async function discloseMessage(...sealed: Parameters<typeof openSigned>): Promise<Disclosed> {
  return (await openSigned(...sealed)).disclosed
}
