// The seed, locked away with what only its owner has: the words of the phrase, or what a passkey answers. And the seeds
// of earlier generations, locked away with the newest.
import { type Bytes, decode, encode, toBytes } from '#shared/e2ee/encoding.ts'
import { importAesKey, openAes, sealAes } from './aes.ts'
import { derive } from './identity.ts'

interface Owner {
  userId: number
  gen: number
  kind: 'phrase' | 'passkey' | 'older'
}

/** None of them can be guessed, so nothing slow is needed here. */
async function keyFor(secret: Bytes, { userId, gen, kind }: Owner): Promise<CryptoKey> {
  const raw = await derive(secret, `${userId}:${gen}`, `perantau/wrap-${kind}/1`)
  return importAesKey(raw)
}

const boundTo = ({ userId, gen, kind }: Owner) => toBytes(`perantau/wrap/1 ${userId}:${gen}:${kind}`)

export async function wrapSeed(seed: Bytes, secret: Bytes, owner: Owner): Promise<string> {
  return encode(await sealAes(await keyFor(secret, owner), seed, boundTo(owner)))
}

/** Throws for a wrong phrase or passkey. */
export async function unwrapSeed(blob: string, secret: Bytes, owner: Owner): Promise<Bytes> {
  return openAes(await keyFor(secret, owner), decode(blob), boundTo(owner))
}
