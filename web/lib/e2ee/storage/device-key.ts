// Encrypts data for this browser under a non-extractable AES key.
import { type Bytes, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptAes, encryptAes } from '#web/lib/e2ee/crypto/aes.ts'
import { withObjectStore } from './key-database.ts'

async function getDeviceKey(userId: number): Promise<CryptoKey> {
  const stored = await withObjectStore<CryptoKey | undefined>('devices', 'readonly', store =>
    store.get([userId, 'key']),
  )
  if (stored) return stored
  const generated = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // When another tab has stored a device key first, that key is used.
  await withObjectStore('devices', 'readwrite', store => store.add(generated, [userId, 'key'])).catch(
    () => {},
  )
  return withObjectStore<CryptoKey>('devices', 'readonly', store => store.get([userId, 'key']))
}

/** Encrypts data for this browser. The ciphertext is bound to `purpose` and fails to decrypt for another. */
export async function encryptForDevice(userId: number, purpose: string, plaintext: Bytes): Promise<Bytes> {
  return encryptAes(await getDeviceKey(userId), plaintext, encodeUtf8(purpose))
}

/** Decrypts data of this browser. Throws for data of another browser or another purpose. */
export async function decryptForDevice(userId: number, purpose: string, ciphertext: Bytes): Promise<Bytes> {
  return decryptAes(await getDeviceKey(userId), ciphertext, encodeUtf8(purpose))
}
