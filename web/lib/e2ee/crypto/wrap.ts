// Wraps a key seed: encrypts it under a recovery phrase or under the secret of a passkey.
// Seeds of earlier key generations (versions of the keys) are wrapped under the newest seed.
import { type Bytes, decodeBase64url, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptWithAes, encryptWithAes, importAesKey } from './aes.ts'
import { deriveKeyBytes } from './identity.ts'

interface Owner {
  userId: number
  gen: number
  kind: 'phrase' | 'passkey' | 'older'
}

/**
 * Derives the key that encrypts a key seed. Recovery phrases and passkey secrets are random, so no slow hash
 * is needed.
 */
async function deriveWrappingKey(secret: Bytes, { userId, gen, kind }: Owner): Promise<CryptoKey> {
  const raw = await deriveKeyBytes(secret, `${userId}:${gen}`, `perantau/wrap-${kind}/1`)
  return importAesKey(raw)
}

const buildContext = ({ userId, gen, kind }: Owner) => encodeUtf8(`perantau/wrap/1 ${userId}:${gen}:${kind}`)

export async function wrapKeySeed(seed: Bytes, secret: Bytes, owner: Owner): Promise<string> {
  return encodeBase64url(
    await encryptWithAes(await deriveWrappingKey(secret, owner), seed, buildContext(owner)),
  )
}

/** Decrypts a wrapped key seed. Throws if the recovery phrase or the passkey is wrong. */
export async function unwrapKeySeed(blob: string, secret: Bytes, owner: Owner): Promise<Bytes> {
  return decryptWithAes(await deriveWrappingKey(secret, owner), decodeBase64url(blob), buildContext(owner))
}
