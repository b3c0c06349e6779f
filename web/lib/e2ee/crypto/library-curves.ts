// Ed25519 and X25519 in JavaScript, for browsers whose WebCrypto lacks these curves.
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { Curves } from './curves.ts'
import { createHpkeCipher } from './hpke.ts'

const kem = new DhkemX25519HkdfSha256()
const boxes = createHpkeCipher(kem)

export const libraryCurves: Curves = {
  createSigningKey: async secret => ({ secretKey: secret, publicKey: ed25519.getPublicKey(secret) as Bytes }),
  sign: async (key, data) => ed25519.sign(data, key as Bytes) as Bytes,
  verify: async (publicKey, sig, data) => ed25519.verify(sig, data, publicKey),
  createBoxKey: async secret => ({ secretKey: secret, publicKey: x25519.getPublicKey(secret) as Bytes }),
  seal: boxes.seal,
  open: async ({ secretKey, publicKey }, sealed, aad) => {
    const pair = {
      privateKey: await kem.deserializePrivateKey(secretKey as Bytes),
      publicKey: await kem.deserializePublicKey(publicKey),
    }
    return boxes.open(pair, sealed, aad)
  },
}
