// Ed25519, X25519 and HPKE by the browser's WebCrypto with non-extractable keys.
import { DhkemX25519HkdfSha256 } from '@hpke/core'
import { type Bytes, concatBytes, decodeBase64url } from '#shared/e2ee/encoding.ts'
import type { Curves } from './curves.ts'
import { createHpkeCipher } from './hpke.ts'

const boxes = createHpkeCipher(new DhkemX25519HkdfSha256())

/** Fixed bytes (PKCS #8 header) that precede a secret key of 32 bytes when WebCrypto imports it. */
const buildPkcs8Header = (algorithm: number) =>
  Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, algorithm, 4, 0x22, 4, 0x20])
const ed25519Header = buildPkcs8Header(0x70)
const x25519Header = buildPkcs8Header(0x6e)
/** Base point 9 of X25519. The product of a secret and the base point is the public key. */
const basePoint = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 9 : 0))

const { subtle } = crypto

/** Makes an extractable copy of the private key to read the public key from it, and discards the copy. */
async function publicSigningKey(secret: Bytes): Promise<Bytes> {
  const key = await subtle.importKey('pkcs8', concatBytes(ed25519Header, secret), 'Ed25519', true, ['sign'])
  const { x } = await subtle.exportKey('jwk', key)
  return decodeBase64url(x ?? '')
}

const importPublicKey = (raw: Bytes) => subtle.importKey('raw', raw, 'X25519', true, [])

export const nativeCurves: Curves = {
  createSigningKey: async secret => ({
    secretKey: await subtle.importKey('pkcs8', concatBytes(ed25519Header, secret), 'Ed25519', false, [
      'sign',
    ]),
    publicKey: await publicSigningKey(secret),
  }),
  sign: async (key, data) => new Uint8Array(await subtle.sign('Ed25519', key as CryptoKey, data)),
  verify: async (publicKey, sig, data) => {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return subtle.verify('Ed25519', key, sig, data)
  },
  createBoxKey: async secret => {
    const secretKey = await subtle.importKey('pkcs8', concatBytes(x25519Header, secret), 'X25519', false, [
      'deriveBits',
    ])
    const algorithm = { name: 'X25519', public: await importPublicKey(basePoint) }
    return { secretKey, publicKey: new Uint8Array(await subtle.deriveBits(algorithm, secretKey, 256)) }
  },
  seal: boxes.seal,
  open: async ({ secretKey, publicKey }, sealed, aad) => {
    const pair = { privateKey: secretKey as CryptoKey, publicKey: await importPublicKey(publicKey) }
    return boxes.open(pair, sealed, aad)
  },
}

/** Returns true if the browser supports Ed25519 and X25519 and can derive their public keys. */
export async function areEllipticCurvesSupported(): Promise<boolean> {
  try {
    const secret = crypto.getRandomValues(new Uint8Array(32))
    await nativeCurves.createSigningKey(secret)
    await nativeCurves.createBoxKey(secret)
    return true
  } catch {
    return false
  }
}
