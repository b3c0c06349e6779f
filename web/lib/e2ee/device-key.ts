// What only this browser can open: under a key that cannot be taken out of it.
import { type Bytes, concat, toBytes } from '#shared/e2ee/encoding.ts'
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
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const how = { name: 'AES-GCM', iv, additionalData: toBytes(purpose) }
  return concat(iv, new Uint8Array(await crypto.subtle.encrypt(how, await deviceKey(userId), plain)))
}

/** Throws when it was sealed elsewhere, or for something else. */
export async function openHere(userId: number, purpose: string, sealed: Bytes): Promise<Bytes> {
  const how = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData: toBytes(purpose) }
  return new Uint8Array(await crypto.subtle.decrypt(how, await deviceKey(userId), sealed.slice(12)))
}
