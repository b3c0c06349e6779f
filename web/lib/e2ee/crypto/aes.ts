// AES-GCM encryption: a random nonce precedes the ciphertext, which additional data (`boundTo`) binds to its purpose.
import { type Bytes, concatBytes } from '#shared/e2ee/encoding.ts'
import { nonceSize } from '#shared/e2ee/encrypted-file.ts'

export function importAesKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts data with AES-GCM. Decryption requires the same `boundTo` bytes. */
export async function encryptWithAes(key: CryptoKey, plaintext: Bytes, boundTo: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceSize))
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo }
  return concatBytes(iv, new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext)))
}

/** Decrypts data with AES-GCM. Throws if the key or the `boundTo` bytes differ from those of the encryption. */
export async function decryptWithAes(key: CryptoKey, ciphertext: Bytes, boundTo: Bytes): Promise<Bytes> {
  const algorithm = { name: 'AES-GCM', iv: ciphertext.slice(0, nonceSize), additionalData: boundTo }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext.slice(nonceSize)))
}
