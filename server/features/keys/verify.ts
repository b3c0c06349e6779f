import { createPublicKey, verify as verifyData } from 'node:crypto'
import { promisify } from 'node:util'
import { encode } from '#shared/e2ee/encoding.ts'
import type { Verify } from '#shared/e2ee/signed.ts'

/** In a thread of its own: an entry can hold a hundred signatures. */
const verifyApart = promisify(verifyData)

/** Ed25519, by the platform. */
export const verify: Verify = async (publicKey, sig, data) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: encode(publicKey) }, format: 'jwk' })
  return verifyApart(null, data, key, sig)
}
