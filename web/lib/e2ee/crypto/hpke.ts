// HPKE (RFC 9180) with HKDF-SHA-256 and AES-256-GCM. The caller supplies the X25519 implementation.
import { Aes256Gcm, CipherSuite, HkdfSha256, type KemInterface } from '@hpke/core'
import { type Bytes, concatBytes, encodeUtf8 } from '#shared/e2ee/encoding.ts'

const info = encodeUtf8('perantau/box/1')
const encapsulatedKeyLength = 32

export function createHpkeCipher(kem: KemInterface) {
  const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  return {
    async seal(to: Bytes, plain: Bytes, aad: Bytes): Promise<Bytes> {
      const recipientPublicKey = await suite.kem.deserializePublicKey(to)
      const { enc, ct } = await suite.seal({ recipientPublicKey, info }, plain, aad)
      return concatBytes(new Uint8Array(enc), new Uint8Array(ct))
    },
    async open(recipientKey: CryptoKeyPair, sealed: Bytes, aad: Bytes): Promise<Bytes> {
      const enc = sealed.slice(0, encapsulatedKeyLength)
      return new Uint8Array(
        await suite.open({ recipientKey, enc, info }, sealed.slice(encapsulatedKeyLength), aad),
      )
    },
  }
}
