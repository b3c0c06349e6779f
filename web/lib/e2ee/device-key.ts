// What only this browser can open: under a key that cannot be taken out of it.
import { type Bytes, toBytes } from '#shared/e2ee/encoding.ts'
import { openAes, sealAes } from './aes.ts'
import { on } from './shelves.ts'

async function deviceKey(userId: number): Promise<CryptoKey> {
  const known = await on<CryptoKey | undefined>('devices', 'readonly', store => store.get([userId, 'key']))
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // Another tab may have been quicker: the first one stays.
  await on('devices', 'readwrite', store => store.add(made, [userId, 'key'])).catch(() => {})
  return on<CryptoKey>('devices', 'readonly', store => store.get([userId, 'key']))
}

/** `purpose`: what is sealed for one cannot stand for another. */
export async function sealHere(userId: number, purpose: string, plain: Bytes): Promise<Bytes> {
  return sealAes(await deviceKey(userId), plain, toBytes(purpose))
}

/** Throws when it was sealed elsewhere, or for something else. */
export async function openHere(userId: number, purpose: string, sealed: Bytes): Promise<Bytes> {
  return openAes(await deviceKey(userId), sealed, toBytes(purpose))
}
