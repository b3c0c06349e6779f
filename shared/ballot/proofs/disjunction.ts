// Proof that one of several statements about ciphertexts holds without revealing which one. A statement says that
// ciphertext (α, β) encrypts the value M, that is α = g^r and β = y^r·g^M
// (sections "Proofs of interval membership" and "Proofs of possibly-blank votes").
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, generator, power } from '#shared/ballot/group/element.ts'
import { generatorBase } from '#shared/ballot/group/generator-base.ts'
import type { FixedBase, PublicBase } from '#shared/ballot/group/public-base.ts'
import { parseScalar, randomScalar, reduceScalar } from '#shared/ballot/group/scalar.ts'
import { hashToScalar } from '#shared/ballot/hash.ts'
import type { Proof } from '#shared/ballot/structures.ts'

/** Statement known to the voter: the ciphertext encrypts `plaintext` with `randomness`; claimed is `value`. */
export interface SecretStatement {
  plaintext: number
  randomness: bigint
  value: number
}

/** Statement for a verifier: the ciphertext (alpha, beta) is claimed to encrypt `value`. */
export interface PublicStatement {
  alpha: PublicBase
  beta: PublicBase
  value: number
}

interface Commitments {
  proof: { challenge: bigint; response: bigint }
  pair: [Element, Element]
}

/** Simulates the proof of a statement that does not hold: the ciphertext is rewritten as powers of g and y. */
function simulateProof(publicKey: Element, { plaintext, randomness, value }: SecretStatement): Commitments {
  const challenge = randomScalar()
  const response = randomScalar()
  const exponent = reduceScalar(response + randomness * challenge)
  const difference = reduceScalar(BigInt(plaintext - value) * challenge)
  return {
    proof: { challenge, response },
    pair: [power(generator, exponent), power(publicKey, exponent).add(power(generator, difference))],
  }
}

/** Proves that statement number `index` or another one holds. `prefix` ends with a vertical bar. */
export function proveDisjunction(
  prefix: string,
  publicKey: Element,
  statements: SecretStatement[],
  index: number,
): Proof[] {
  const nonce = randomScalar()
  const held = statements[index]
  requireBallot(held?.plaintext === held?.value && held !== undefined, 'the claimed statement does not hold')
  const parts = statements.map(
    (statement, position): Commitments =>
      position === index
        ? {
            proof: { challenge: 0n, response: 0n },
            pair: [power(generator, nonce), power(publicKey, nonce)],
          }
        : simulateProof(publicKey, statement),
  )
  const total = hashToScalar(
    prefix,
    parts.flatMap(({ pair }) => pair),
  )
  const simulated = parts.reduce((sum, { proof }) => sum + proof.challenge, 0n)
  const challenge = reduceScalar(total - simulated)
  const response = reduceScalar(nonce - held.randomness * challenge)
  return parts.map(({ proof }, position) => {
    const chosen = position === index ? { challenge, response } : proof
    return { challenge: chosen.challenge.toString(), response: chosen.response.toString() }
  })
}

/** Verifies a disjunction: the challenges of all statements add up to the hash of their commitments. */
export function verifyDisjunction(
  prefix: string,
  publicKey: FixedBase,
  statements: PublicStatement[],
  proofs: Proof[],
): boolean {
  if (proofs.length !== statements.length) return false
  const g = generatorBase()
  let total = 0n
  const commitments = statements.flatMap(({ alpha, beta, value }, position) => {
    const { challenge: c, response: r } = proofs[position] as Proof
    const challenge = parseScalar(c)
    const response = parseScalar(r)
    total += challenge
    let second = publicKey.power(response).add(beta.power(challenge))
    if (value > 0) second = second.add(g.power(reduceScalar(-BigInt(value) * challenge)))
    return [g.power(response).add(alpha.power(challenge)), second]
  })
  return hashToScalar(prefix, commitments) === reduceScalar(total)
}
