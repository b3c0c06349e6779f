// From one device of a person to another of theirs: thirty digits that only these two see stand for both the key that the
// new device offers and what the old one answers. The server carries both and can neither read nor replace them.
import { type Bytes, decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { importAesKey, openAes, sealAes } from './aes.ts'
import { type KeyPair, loadCurves } from './curves.ts'
import { derive } from './identity.ts'
import { packSeeds, type Seeds, unpackSeeds } from './seeds.ts'

const length = 30

export interface Offer {
  box: string
  mac: string
}

/** What the new device holds until it is answered. */
export interface Asking {
  userId: number
  digits: string
  id: string
  pair: KeyPair
  offer: Offer
}

export interface Given {
  seeds: Seeds
  /** What the old device knows of other people's keys. */
  trust: string
}

/** Each digit as likely as any other. */
export function newDigits(): string {
  let digits = ''
  while (digits.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 250 && digits.length < length) digits += byte % 10
    }
  }
  return digits
}

const prefix = 'perantau-sambung:1:'

/** It says what it is for: whoever scans it elsewhere sees that. */
export const codeOf = (digits: string) => prefix + digits

/** Of what was scanned or typed; undefined: something else. */
export function digitsOf(text: string): string | undefined {
  const rest = text.trim().startsWith(prefix) ? text.trim().slice(prefix.length) : text
  const digits = rest.replace(/[\s-]/g, '')
  return /^\d{30}$/.test(digits) ? digits : undefined
}

export const showDigits = (digits: string) => digits.match(/\d{5}/g)?.join(' ') ?? ''

/** All three from the same digits, and none of them says anything about another. */
const secretFor = (digits: string, userId: number, purpose: 'id' | 'mac' | 'seal') =>
  derive(toBytes(digits), String(userId), `perantau/link-${purpose}/1`)

export async function linkIdOf(digits: string, userId: number): Promise<string> {
  return encode(await secretFor(digits, userId, 'id'))
}

async function macKey(digits: string, userId: number): Promise<CryptoKey> {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const usages: KeyUsage[] = ['sign', 'verify']
  return crypto.subtle.importKey('raw', await secretFor(digits, userId, 'mac'), how, false, usages)
}

export async function ask(userId: number): Promise<Asking> {
  const digits = newDigits()
  const { boxKey } = await loadCurves()
  const pair = await boxKey(crypto.getRandomValues(new Uint8Array(32)))
  const mac = await crypto.subtle.sign('HMAC', await macKey(digits, userId), pair.publicKey)
  const offer = { box: encode(pair.publicKey), mac: encode(new Uint8Array(mac)) }
  return { userId, digits, pair, offer, id: await linkIdOf(digits, userId) }
}

/** Whether the key comes from whoever shows these digits. */
export async function isGenuineOffer(digits: string, userId: number, { box, mac }: Offer): Promise<boolean> {
  try {
    return await crypto.subtle.verify('HMAC', await macKey(digits, userId), decode(mac), decode(box))
  } catch {
    return false
  }
}

async function sealingKey(digits: string, userId: number): Promise<CryptoKey> {
  const raw = await secretFor(digits, userId, 'seal')
  return importAesKey(raw)
}

const boundTo = (userId: number, box: string) => toBytes(`perantau/link/1 ${userId}:${box}`)

/** Under the digits first, then to the key of the new device: whoever lacks either opens nothing and writes nothing. */
export async function give(
  digits: string,
  userId: number,
  { box }: Offer,
  { seeds, trust }: Given,
): Promise<string> {
  const bound = boundTo(userId, box)
  const plain = toBytes(JSON.stringify({ seeds: toText(packSeeds(seeds)), trust }))
  const inner = await sealAes(await sealingKey(digits, userId), plain, bound)
  const { seal } = await loadCurves()
  return encode(await seal(decode(box), inner, bound))
}

/** Throws for whatever did not come from a device that was shown the digits. */
export async function take({ digits, userId, pair, offer }: Asking, answer: string): Promise<Given> {
  const bound = boundTo(userId, offer.box)
  const { open } = await loadCurves()
  const inner: Bytes = await open(pair, decode(answer), bound)
  const plain = await openAes(await sealingKey(digits, userId), inner, bound)
  const { seeds, trust } = JSON.parse(toText(plain))
  const [newest, ...older] = unpackSeeds(toBytes(seeds))
  if (!newest || typeof trust !== 'string') throw new Error('no keys')
  return { seeds: [newest, ...older], trust }
}
