// Encrypts data for this browser under a non-extractable AES key.
import { type Bytes, toBytes } from '#shared/e2ee/encoding.ts'
import { openAes, sealAes } from './aes.ts'
import { on } from './shelves.ts'

async function getDeviceKey(userId: number): Promise<CryptoKey> {
  const stored = await on<CryptoKey | undefined>('devices', 'readonly', store => store.get([userId, 'key']))
  if (stored) return stored
  const generated = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // When another tab has stored a key first, that key is used.
  await on('devices', 'readwrite', store => store.add(generated, [userId, 'key'])).catch(() => {})
  return on<CryptoKey>('devices', 'readonly', store => store.get([userId, 'key']))
}

/** Encrypts data for this browser. The ciphertext is bound to `purpose` and fails to decrypt for another. */
export async function sealHere(userId: number, purpose: string, plaintext: Bytes): Promise<Bytes> {
  return sealAes(await getDeviceKey(userId), plaintext, toBytes(purpose))
}

/** Decrypts data of this browser. Throws for data of another browser or another purpose. */
export async function openHere(userId: number, purpose: string, ciphertext: Bytes): Promise<Bytes> {
  return openAes(await getDeviceKey(userId), ciphertext, toBytes(purpose))
}
