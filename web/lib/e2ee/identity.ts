// Somebody's keys, all from one seed. What is made here can be used and not read; the seed lies apart, locked.
import { type Card, cardBody } from '#shared/e2ee/card.ts'
import { type Bytes, decode, encode, toBytes } from '#shared/e2ee/encoding.ts'
import { type Purpose, type Signed, signedBytes } from '#shared/e2ee/signed.ts'
import { type KeyPair, loadCurves, type SecretKey } from './curves.ts'

export interface Identity {
  card: Card
  sign: SecretKey
  box: SecretKey
  /** Tells this browser's messages from those of one's other devices. */
  dev: string
  /** Of earlier generations: they open what was sealed to them, and sign nothing. */
  older?: { card: Card; box: SecretKey }[]
  /** They came from elsewhere: what this person's other devices know, this one has to be told. */
  isRestored?: true
}

export function newSeed(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** HKDF-SHA-256: as many bytes as a key has. */
export async function derive(secret: Bytes, salt: string, purpose: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: toBytes(salt), info: toBytes(purpose) }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256))
}

export async function signText(key: SecretKey, purpose: Purpose, body: string): Promise<Signed> {
  const { sign } = await loadCurves()
  return { body, sig: encode(await sign(key, signedBytes(purpose, body))) }
}

export async function identityFrom(seed: Bytes, userId: number, gen: number): Promise<Identity> {
  const curves = await loadCurves()
  const sign = await curves.signingKey(await derive(seed, '', 'perantau/sign/1'))
  const box = await curves.boxKey(await derive(seed, '', 'perantau/box/1'))
  const bare = { userId, gen, sign: encode(sign.publicKey), box: encode(box.publicKey) }
  const { sig } = await signText(sign.secretKey, 'card', cardBody(bare))
  const dev = encode(crypto.getRandomValues(new Uint8Array(8)))
  return { card: { ...bare, sig }, sign: sign.secretKey, box: box.secretKey, dev }
}

export function boxPair({ box, card }: Pick<Identity, 'box' | 'card'>): KeyPair {
  return { secretKey: box, publicKey: decode(card.box) }
}
