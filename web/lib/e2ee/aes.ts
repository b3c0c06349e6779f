// AES-GCM, as everything that is sealed by one key is: behind a random nonce of its own, and bound to what it is for.
import { type Bytes, concat } from '#shared/e2ee/encoding.ts'
import { nonceSize } from '#shared/e2ee/sealed-file.ts'

export function importAesKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** `boundTo`: what is sealed for one purpose cannot stand for another. */
export async function sealAes(key: CryptoKey, plain: Bytes, boundTo: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceSize))
  const how = { name: 'AES-GCM', iv, additionalData: boundTo }
  return concat(iv, new Uint8Array(await crypto.subtle.encrypt(how, key, plain)))
}

/** Throws unless it was sealed by this key, and for this. */
export async function openAes(key: CryptoKey, sealed: Bytes, boundTo: Bytes): Promise<Bytes> {
  const how = { name: 'AES-GCM', iv: sealed.slice(0, nonceSize), additionalData: boundTo }
  return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.slice(nonceSize)))
}
