// Ed25519 and X25519 by the browser itself; where it has them not, by a library that is fetched only then.
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { Verify } from '#shared/e2ee/signed.ts'

/** The browser's keys cannot be taken out of it; the library's are bytes. */
export type SecretKey = CryptoKey | Bytes

export interface KeyPair {
  secretKey: SecretKey
  publicKey: Bytes
}

export interface Curves {
  signingKey(secret: Bytes): Promise<KeyPair>
  sign(key: SecretKey, data: Bytes): Promise<Bytes>
  verify: Verify
  boxKey(secret: Bytes): Promise<KeyPair>
  /** HPKE in its base mode: for one person, bound to `aad`. */
  seal(to: Bytes, plain: Bytes, aad: Bytes): Promise<Bytes>
  open(key: KeyPair, sealed: Bytes, aad: Bytes): Promise<Bytes>
}

let curves: Promise<Curves> | undefined

async function choose(): Promise<Curves> {
  const native = await import('./native-curves.ts')
  if (await native.isSupported()) return native.nativeCurves
  return (await import('./library-curves.ts')).libraryCurves
}

export function loadCurves(): Promise<Curves> {
  curves ??= choose().catch(error => {
    // Over a bad network they may not have arrived; the next try fetches them again.
    curves = undefined
    throw error
  })
  return curves
}
