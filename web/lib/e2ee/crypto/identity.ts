// A user's key pairs, derived from one secret seed: Ed25519 for signing, X25519 for encryption.
// Where the browser supports it, private keys are non-extractable. The seed is stored separately in encrypted form.

import { type Bytes, decodeBase64url, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { type Card, encodePublicKeysToSign } from '#shared/e2ee/signed-public-keys.ts'
import {
  encodeTextWithPurposeForSigning,
  type SignaturePurpose,
  type Signed,
} from '#shared/e2ee/signed-text.ts'
import { type KeyPair, loadEllipticCurveImplementation, type SecretKey } from './curves.ts'

export interface OlderKeys {
  card: Card
  box: SecretKey
  ballot?: CryptoKey
}

export interface Identity {
  card: Card
  sign: SecretKey
  box: SecretKey
  /** Random id of this browser, which distinguishes its messages from those of the user's other devices. */
  dev: string
  /**
   * Key from which voting credentials are derived. Absent on devices of earlier releases until their seed is unlocked
   * once.
   */
  ballot?: CryptoKey
  /**
   * The user's keys of earlier generations, which decrypt old data and vote in elections joined with them, but never
   * sign.
   */
  older?: OlderKeys[]
  /**
   * Whether the keys were created on another device. This device then needs the trust record (pinned keys of other
   * users) of that device.
   */
  isRestored?: true
}

export function generateKeySeed(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** Derives 32 bytes from a secret with HKDF-SHA-256. */
export async function deriveKeyBytes(secret: Bytes, salt: string, purpose: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: encodeUtf8(salt), info: encodeUtf8(purpose) }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256))
}

/** Derives the key for voting credentials. Scripts of the page can use the key but not read it. */
export async function deriveBallotKey(seed: Bytes): Promise<CryptoKey> {
  const raw = await deriveKeyBytes(seed, '', 'perantau/ballot/1')
  return crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits'])
}

export async function signText(key: SecretKey, purpose: SignaturePurpose, body: string): Promise<Signed> {
  const { sign } = await loadEllipticCurveImplementation()
  return { body, sig: encodeBase64url(await sign(key, encodeTextWithPurposeForSigning(purpose, body))) }
}

export async function createIdentityKeys(seed: Bytes, userId: number, gen: number): Promise<Identity> {
  const curves = await loadEllipticCurveImplementation()
  const sign = await curves.createSigningKey(await deriveKeyBytes(seed, '', 'perantau/sign/1'))
  const box = await curves.createBoxKey(await deriveKeyBytes(seed, '', 'perantau/box/1'))
  const unsignedCard = {
    userId,
    gen,
    sign: encodeBase64url(sign.publicKey),
    box: encodeBase64url(box.publicKey),
  }
  const { sig } = await signText(sign.secretKey, 'card', encodePublicKeysToSign(unsignedCard))
  const dev = encodeBase64url(crypto.getRandomValues(new Uint8Array(8)))
  const ballot = await deriveBallotKey(seed)
  return { card: { ...unsignedCard, sig }, sign: sign.secretKey, box: box.secretKey, ballot, dev }
}

export function getEncryptionKeyPair({ box, card }: Pick<Identity, 'box' | 'card'>): KeyPair {
  return { secretKey: box, publicKey: decodeBase64url(card.box) }
}
