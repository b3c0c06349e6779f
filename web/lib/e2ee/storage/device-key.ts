// Encrypts data that this browser stores, under a non-extractable AES key of this browser.
import { type Bytes, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptWithAes, encryptWithAes } from '#web/lib/e2ee/crypto/aes.ts'
import { runKeyDatabaseRequest } from './key-database.ts'

async function getDeviceKey(userId: number): Promise<CryptoKey> {
  const stored = await runKeyDatabaseRequest<CryptoKey | undefined>('devices', 'readonly', store =>
    store.get([userId, 'key']),
  )
  if (stored) return stored
  const generated = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // If another tab has stored a device key first, this tab uses that key.
  await runKeyDatabaseRequest('devices', 'readwrite', store => store.add(generated, [userId, 'key'])).catch(
    () => {},
  )
  return runKeyDatabaseRequest<CryptoKey>('devices', 'readonly', store => store.get([userId, 'key']))
}

/** Encrypts data for storage in this browser. Only the same `purpose` decrypts the data. */
export async function encryptWithDeviceKey(
  userId: number,
  purpose: string,
  plaintext: Bytes,
): Promise<Bytes> {
  return encryptWithAes(await getDeviceKey(userId), plaintext, encodeUtf8(purpose))
}

/** Decrypts data stored in this browser. Throws if the data belongs to another browser or purpose. */
export async function decryptWithDeviceKey(
  userId: number,
  purpose: string,
  ciphertext: Bytes,
): Promise<Bytes> {
  return decryptWithAes(await getDeviceKey(userId), ciphertext, encodeUtf8(purpose))
}
