// Verification key with proof of knowledge: the server's mandatory key and each trustee's share
// (section "Verification keys").
import { formatElement, generator, groupName, parsePublicKey, power } from '#shared/ballot/group/element.ts'
import { parseScalar, randomScalar } from '#shared/ballot/group/scalar.ts'
import { proveSecret, verifySecretProof } from '#shared/ballot/proofs/schnorr.ts'
import { type TrusteePublicKey, writeStructure } from '#shared/ballot/structures.ts'

function keyPrefix(publicKey: string): string {
  return `pok|${groupName}|${publicKey}|`
}

/** Builds the public key of a secret exponent with its proof of knowledge. */
export function proveTrusteeKey(secret: bigint): TrusteePublicKey {
  const publicKey = formatElement(power(generator, secret))
  return { pok: proveSecret(keyPrefix(publicKey), secret), public_key: publicKey }
}

/** Checks key and proof of knowledge. Throws when an element or a scalar is malformed. */
export function verifyTrusteeKey({ pok, public_key }: TrusteePublicKey): boolean {
  return verifySecretProof(keyPrefix(public_key), parsePublicKey(public_key), pok)
}

/** Creates the server's key of one election: private exponent in base 10 and public key as JSON. */
export function createServerKey(): { privateKey: string; publicKey: string } {
  const secret = randomScalar()
  return { privateKey: secret.toString(), publicKey: writeStructure(proveTrusteeKey(secret)) }
}

/** Public key of a private exponent in base 10. */
export function publicKeyOf(privateKey: string): string {
  return formatElement(power(generator, parseScalar(privateKey)))
}
