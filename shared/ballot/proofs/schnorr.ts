// Schnorr proof that somebody knows a secret key, used for keys, signed messages and ballot signatures.
// See "Verification keys", "Signing" and "Signatures" of the Belenios specification.
import { type Element, generator, raiseToSecretPower } from '#shared/ballot/group/element.ts'
import { getGeneratorBase } from '#shared/ballot/group/generator-base.ts'
import type { PublicBase } from '#shared/ballot/group/public-base.ts'
import { generateRandomScalar, parseScalar, reduceScalar } from '#shared/ballot/group/scalar.ts'
import { hashToScalar } from '#shared/ballot/hash.ts'
import type { Proof } from '#shared/ballot/structures.ts'

/** Proves knowledge of the exponent `secret` for several bases at once, without revealing it. */
export function proveKnowledge(prefix: string, bases: Element[], secret: bigint): Proof {
  const nonce = generateRandomScalar()
  const challenge = hashToScalar(
    prefix,
    bases.map(base => raiseToSecretPower(base, nonce)),
  )
  return {
    challenge: challenge.toString(),
    response: reduceScalar(nonce - secret * challenge).toString(),
  }
}

/** Proves knowledge of the exponent `secret` of the public key g^secret, without revealing it. */
export function proveKnowledgeOfSecretKey(prefix: string, secret: bigint): Proof {
  return proveKnowledge(prefix, [generator], secret)
}

/** Verifies a proof that somebody knows the secret exponent of `publicKey`. */
export function verifyProofOfSecretKey(prefix: string, publicKey: PublicBase, proof: Proof): boolean {
  const challenge = parseScalar(proof.challenge)
  const commitment = getGeneratorBase().power(parseScalar(proof.response)).add(publicKey.power(challenge))
  return hashToScalar(prefix, [commitment]) === challenge
}
