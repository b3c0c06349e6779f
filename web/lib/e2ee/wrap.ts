// Wraps a seed: encrypts it under a recovery phrase or a passkey's secret.
// Seeds of earlier generations are wrapped under the newest seed.
import { type Bytes, decode, encode, toBytes } from '#shared/e2ee/encoding.ts'
import { importAesKey, openAes, sealAes } from './aes.ts'
import { derive } from './identity.ts'

interface Owner {
  userId: number
  gen: number
  kind: 'phrase' | 'passkey' | 'older'
}

/** Derives the wrapping key. The secrets have full entropy, so no slow password hash is needed. */
async function deriveWrappingKey(secret: Bytes, { userId, gen, kind }: Owner): Promise<CryptoKey> {
  const raw = await derive(secret, `${userId}:${gen}`, `perantau/wrap-${kind}/1`)
  return importAesKey(raw)
}

const buildContext = ({ userId, gen, kind }: Owner) => toBytes(`perantau/wrap/1 ${userId}:${gen}:${kind}`)

export async function wrapSeed(seed: Bytes, secret: Bytes, owner: Owner): Promise<string> {
  return encode(await sealAes(await deriveWrappingKey(secret, owner), seed, buildContext(owner)))
}

/** Decrypts a wrapped seed. Throws if phrase or passkey is wrong. */
export async function unwrapSeed(blob: string, secret: Bytes, owner: Owner): Promise<Bytes> {
  return openAes(await deriveWrappingKey(secret, owner), decode(blob), buildContext(owner))
}
