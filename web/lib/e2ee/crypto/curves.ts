// Ed25519 and X25519 from WebCrypto, or from a lazily loaded library where the browser lacks them.
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'

/** Private key: non-extractable if created by WebCrypto, raw bytes if created by the JavaScript library. */
export type SecretKey = CryptoKey | Bytes

export interface KeyPair {
  secretKey: SecretKey
  publicKey: Bytes
}

export interface Curves {
  createSigningKey(secret: Bytes): Promise<KeyPair>
  sign(key: SecretKey, data: Bytes): Promise<Bytes>
  verify: VerifySignature
  createBoxKey(secret: Bytes): Promise<KeyPair>
  /** Encrypts data with HPKE in base mode to one public key, bound to the additional data `aad`. */
  seal(to: Bytes, plain: Bytes, aad: Bytes): Promise<Bytes>
  open(key: KeyPair, sealed: Bytes, aad: Bytes): Promise<Bytes>
}

let curves: Promise<Curves> | undefined

async function loadSupportedCurves(): Promise<Curves> {
  const native = await import('./native-curves.ts')
  if (await native.areEllipticCurvesSupported()) return native.nativeCurves
  return (await import('./library-curves.ts')).libraryCurves
}

export function loadEllipticCurveImplementation(): Promise<Curves> {
  curves ??= loadSupportedCurves().catch(error => {
    // A failed download of the curve library is forgotten, so that the next call downloads it again.
    curves = undefined
    throw error
  })
  return curves
}
