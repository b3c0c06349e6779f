// Proof that one of several statements about ciphertexts is true, without revealing which statement it is.
// Each statement says that the ciphertext (α, β) encrypts the value M, which means α = g^r and β = y^r·g^M.
// Belenios specifies the proof in "Proofs of interval membership" and "Proofs of possibly-blank votes".
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
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

/** Statement that a voter proves: the ciphertext made from `plaintext` and `randomness` encrypts `value`. */
export interface SecretStatement {
  plaintext: number
  randomness: bigint
  value: number
}

/** Statement that a verifier checks: the ciphertext (alpha, beta) encrypts `value`. */
export interface PublicStatement<E> {
  alpha: E
  beta: E
  value: number
}

interface Commitments {
  proof: { challenge: bigint; response: bigint }
  pair: [Element, Element]
}

/** Builds a simulated proof of a false statement, which nobody can distinguish from a real proof. */
function simulateProof(publicKey: Element, { plaintext, randomness, value }: SecretStatement): Commitments {
  const challenge = generateRandomScalar()
  const response = generateRandomScalar()
  const exponent = reduceScalarModuloGroupOrder(response + randomness * challenge)
  const difference = reduceScalarModuloGroupOrder(BigInt(plaintext - value) * challenge)
  return {
    proof: { challenge, response },
    pair: [
      raiseToSecretExponentInConstantTime(generator, exponent),
      raiseToSecretExponentInConstantTime(publicKey, exponent).add(
        raiseToSecretExponentInConstantTime(generator, difference),
      ),
    ],
  }
}

/** Proves that at least one of several statements is true. `index` is the position of the true statement. */
export function proveDisjunction(
  prefix: string,
  publicKey: Element,
  statements: SecretStatement[],
  index: number,
): Proof[] {
  const nonce = generateRandomScalar()
  const held = statements[index]
  throwBallotErrorUnless(
    held?.plaintext === held?.value && held !== undefined,
    'the claimed statement does not hold',
  )
  const parts = statements.map(
    (statement, position): Commitments =>
      position === index
        ? {
            proof: { challenge: 0n, response: 0n },
            pair: [
              raiseToSecretExponentInConstantTime(generator, nonce),
              raiseToSecretExponentInConstantTime(publicKey, nonce),
            ],
          }
        : simulateProof(publicKey, statement),
  )
  const total = computeProofChallengeScalar(prefix, formatGroupElements(parts.flatMap(({ pair }) => pair)))
  const simulated = parts.reduce((sum, { proof }) => sum + proof.challenge, 0n)
  const challenge = reduceScalarModuloGroupOrder(total - simulated)
  const response = reduceScalarModuloGroupOrder(nonce - held.randomness * challenge)
  return parts.map(({ proof }, position) => {
    const chosen = position === index ? { challenge, response } : proof
    return { challenge: chosen.challenge.toString(), response: chosen.response.toString() }
  })
}

/** Verifies a disjunction proof: the challenges of all statements must add up to the hash of their commitments. */
export function verifyDisjunctionProof<E>(
  group: VerificationGroup<E>,
  prefix: string,
  publicKey: E,
  statements: PublicStatement<E>[],
  proofs: Proof[],
): boolean {
  if (proofs.length !== statements.length) return false
  let total = 0n
  const commitments = statements.flatMap(({ alpha, beta, value }, position) => {
    const { challenge: c, response: r } = proofs[position] as Proof
    const challenge = parseScalarBelowGroupOrder(c)
    const response = parseScalarBelowGroupOrder(r)
    total += challenge
    const first = group.add(group.powerOfGenerator(response), group.power(alpha, challenge))
    const second = group.add(group.power(publicKey, response), group.power(beta, challenge))
    if (value === 0) return [first, second]
    const offset = group.powerOfGenerator(reduceScalarModuloGroupOrder(-BigInt(value) * challenge))
    return [first, group.add(second, offset)]
  })
  return (
    computeProofChallengeScalar(prefix, group.format(commitments)) === reduceScalarModuloGroupOrder(total)
  )
}
