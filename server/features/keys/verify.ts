import { createPublicKey, verify as verifyData } from 'node:crypto'
import { promisify } from 'node:util'
import { encode } from '#shared/e2ee/encoding.ts'
import type { Verify } from '#shared/e2ee/signed.ts'

/** Node runs the callback form of `verify` in its thread pool, so many signatures do not block the event loop. */
const verifyInThreadPool = promisify(verifyData)

/** Verifies an Ed25519 signature with Node's native crypto. */
export const verify: Verify = async (publicKey, sig, data) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: encode(publicKey) }, format: 'jwk' })
  return verifyInThreadPool(null, data, key, sig)
}
