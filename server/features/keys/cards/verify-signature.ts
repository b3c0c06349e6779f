import { createPublicKey, verify as verifyData } from 'node:crypto'
import { promisify } from 'node:util'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'

/** Runs `verify` in Node's thread pool, so that verifying many signatures does not block the event loop. */
const verifyInThreadPool = promisify(verifyData)

/** Verifies an Ed25519 signature of end-to-end encryption data with Node's native crypto. */
export const verifySignature: VerifySignature = async (publicKey, sig, data) => {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) },
    format: 'jwk',
  })
  return verifyInThreadPool(null, data, key, sig)
}
