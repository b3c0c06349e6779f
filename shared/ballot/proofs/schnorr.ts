// Schnorr-like proof of knowledge of a discrete logarithm, used for keys, signed messages and ballot signatures
// (sections "Verification keys", "Signing", "Signatures").
import { type Element, generator, power } from '#shared/ballot/group/element.ts'
import { generatorBase } from '#shared/ballot/group/generator-base.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { parseScalar, randomScalar, reduceScalar } from '#shared/ballot/group/scalar.ts'
import { hashToScalar } from '#shared/ballot/hash.ts'
import type { Proof } from '#shared/ballot/structures.ts'

/** Proves knowledge of `secret` for several bases at once; commitments are the bases raised to one random exponent. */
export function proveKnowledge(prefix: string, bases: Element[], secret: bigint): Proof {
  const nonce = randomScalar()
  const challenge = hashToScalar(
    prefix,
    bases.map(base => power(base, nonce)),
  )
  return {
    challenge: challenge.toString(),
    response: reduceScalar(nonce - secret * challenge).toString(),
  }
}

/** Proves knowledge of the discrete logarithm of g^secret. */
export function proveSecret(prefix: string, secret: bigint): Proof {
  return proveKnowledge(prefix, [generator], secret)
}

/** Verifies a proof of knowledge of the discrete logarithm of `publicKey` to the generator. */
export function verifySecretProof(prefix: string, publicKey: Element | PublicBase, proof: Proof): boolean {
  const challenge = parseScalar(proof.challenge)
  const base = publicKey instanceof PublicBase ? publicKey : new PublicBase(publicKey)
  const commitment = generatorBase().power(parseScalar(proof.response)).add(base.power(challenge))
  return hashToScalar(prefix, [commitment]) === challenge
}
