// Schnorr proof that somebody knows a secret key. Public keys, signed messages and ballot signatures contain one.
// Belenios specifies Schnorr proofs in the sections "Verification keys", "Signing" and "Signatures".
import {
  type Element,
  formatGroupElements,
  generator,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import {
  generateRandomScalar,
  parseScalarBelowGroupOrder,
  reduceScalarModuloGroupOrder,
} from '#shared/ballot/group/scalar.ts'
import type { VerificationGroup } from '#shared/ballot/group/verification-group.ts'
import { computeProofChallengeScalar } from '#shared/ballot/hash.ts'
import type { Proof } from '#shared/ballot/structures.ts'

/** Proves knowledge of the exponent `secret` for several bases at once, without revealing the exponent. */
export function proveKnowledgeOfExponent(prefix: string, bases: Element[], secret: bigint): Proof {
  const nonce = generateRandomScalar()
  const challenge = computeProofChallengeScalar(
    prefix,
    formatGroupElements(bases.map(base => raiseToSecretExponentInConstantTime(base, nonce))),
  )
  return {
    challenge: challenge.toString(),
    response: reduceScalarModuloGroupOrder(nonce - secret * challenge).toString(),
  }
}

/** Proves knowledge of the exponent `secret` of the public key g^secret, without revealing the exponent. */
export function proveKnowledgeOfSecretKey(prefix: string, secret: bigint): Proof {
  return proveKnowledgeOfExponent(prefix, [generator], secret)
}

/** Verifies a proof that somebody knows the secret exponent of `publicKey`. */
export function verifyProofOfSecretKey<E>(
  group: VerificationGroup<E>,
  prefix: string,
  publicKey: E,
  proof: Proof,
): boolean {
  const challenge = parseScalarBelowGroupOrder(proof.challenge)
  const response = parseScalarBelowGroupOrder(proof.response)
  const commitment = group.add(group.powerOfGenerator(response), group.power(publicKey, challenge))
  return computeProofChallengeScalar(prefix, group.format([commitment])) === challenge
}
