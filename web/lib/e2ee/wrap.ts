// The seed, locked away with what only its owner has: the words of the phrase, or what a passkey answers. And the seeds
// of earlier generations, locked away with the newest.
import { type Bytes, concat, decode, encode, toBytes } from '#shared/e2ee/encoding.ts'
import { derive } from './identity.ts'

interface Owner {
  userId: number
  gen: number
  kind: 'phrase' | 'passkey' | 'older'
}

/** None of them can be guessed, so nothing slow is needed here. */
async function keyFor(secret: Bytes, { userId, gen, kind }: Owner): Promise<CryptoKey> {
  const raw = await derive(secret, `${userId}:${gen}`, `perantau/wrap-${kind}/1`)
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const boundTo = ({ userId, gen, kind }: Owner) => toBytes(`perantau/wrap/1 ${userId}:${gen}:${kind}`)

export async function wrapSeed(seed: Bytes, secret: Bytes, owner: Owner): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const how = { name: 'AES-GCM', iv, additionalData: boundTo(owner) }
  return encode(
    concat(iv, new Uint8Array(await crypto.subtle.encrypt(how, await keyFor(secret, owner), seed))),
  )
}

/** Throws for a wrong phrase or passkey. */
export async function unwrapSeed(blob: string, secret: Bytes, owner: Owner): Promise<Bytes> {
  const bytes = decode(blob)
  const how = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: boundTo(owner) }
  return new Uint8Array(await crypto.subtle.decrypt(how, await keyFor(secret, owner), bytes.slice(12)))
}
