// Builds ballots of dishonest voters, who choose all secret values of their ballot themselves.
import {
  buildAnswerProofHashInput,
  buildCredentialProofHashInput,
} from '#shared/ballot/ballot/ballot-parts.ts'
import { computePublicCredential } from '#shared/ballot/credential.ts'
import { parseElection } from '#shared/ballot/election.ts'
import {
  type Element,
  formatGroupElement,
  formatGroupElements,
  generator,
  identity,
  parsePublicKey,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { generateRandomScalar, reduceScalarModuloGroupOrder } from '#shared/ballot/group/scalar.ts'
import { computeProofChallengeScalar } from '#shared/ballot/hash.ts'
import type { Proof } from '#shared/ballot/structures.ts'
import { signManipulatedBallot } from './rebuild-log.ts'

interface ProofValues {
  challenge: bigint
  response: bigint
}

export interface CraftedChoice {
  plaintext: 0 | 1
  randomness: bigint
  /** Simulated proof of a false statement: the ciphertext encrypts the opposite value (1 for 0, 0 for 1). */
  simulated: ProofValues
  /** Elements of order 1, 2, 4 or 8 that a dishonest voter adds to the ciphertext. The ballot's proofs stay valid. */
  torsion: { alpha: Element; beta: Element }
  /** Wrong text of alpha, the first half of the ciphertext. By default, the ballot has the correct text. */
  alphaText?: string
}

export const honestChoice: CraftedChoice = {
  plaintext: 1,
  randomness: generateRandomScalar(),
  simulated: { challenge: generateRandomScalar(), response: generateRandomScalar() },
  torsion: { alpha: identity, beta: identity },
}

const power = (base: Element, exponent: bigint) => new PublicBase(base).power(exponent)

/**
 * Proves that the ciphertext encrypts 0 or 1. The challenge of the true statement is a multiple of eight, which makes
 * a component of small order vanish from the commitments.
 */
function proveBit(
  prefix: string,
  publicKey: Element,
  choice: CraftedChoice,
  alpha: Element,
  beta: Element,
): Proof[] {
  const { plaintext, randomness, simulated } = choice
  const other = plaintext === 1 ? beta : beta.subtract(generator)
  const simulatedPair = [
    power(generator, simulated.response).add(power(alpha, simulated.challenge)),
    power(publicKey, simulated.response).add(power(other, simulated.challenge)),
  ]
  for (;;) {
    const nonce = generateRandomScalar()
    const truePair = [
      raiseToSecretExponentInConstantTime(generator, nonce),
      raiseToSecretExponentInConstantTime(publicKey, nonce),
    ]
    const pairs = plaintext === 0 ? [truePair, simulatedPair] : [simulatedPair, truePair]
    const total = computeProofChallengeScalar(prefix, formatGroupElements(pairs.flat()))
    const challenge = reduceScalarModuloGroupOrder(total - simulated.challenge)
    if (challenge % 8n !== 0n) continue
    const held = { challenge, response: reduceScalarModuloGroupOrder(nonce - randomness * challenge) }
    return (plaintext === 0 ? [held, simulated] : [simulated, held]).map(values => ({
      challenge: values.challenge.toString(),
      response: values.response.toString(),
    }))
  }
}

/** Creates a ballot for an election with one question, which has one answer, min 0 and max 1. */
export function createManipulatedBallot(electionText: string, secret: bigint, choice: CraftedChoice): string {
  const election = parseElection(electionText)
  const publicKey = parsePublicKey(election.publicKey)
  const { plaintext, randomness, torsion } = choice
  const alpha = raiseToSecretExponentInConstantTime(generator, randomness).add(torsion.alpha)
  const beta = raiseToSecretExponentInConstantTime(publicKey, randomness)
    .add(plaintext === 1 ? generator : identity)
    .add(torsion.beta)
  const credential = computePublicCredential(secret)
  const context = buildCredentialProofHashInput(election.fingerprint, credential)
  const sumTexts = formatGroupElements([alpha, beta])
  const text = { alpha: choice.alphaText ?? formatGroupElement(alpha), beta: formatGroupElement(beta) }
  const whole = buildAnswerProofHashInput(context, [text])
  const prove = (prefix: string) => proveBit(prefix, publicKey, choice, alpha, beta)
  const answer = {
    choices: [text],
    individual_proofs: [prove(`prove|${context}|${text.alpha},${text.beta}|`)],
    overall_proof: prove(`prove|${whole}|${sumTexts.join(',')}|`),
  }
  const unsigned = { election_uuid: election.uuid, election_hash: election.fingerprint, credential }
  const signature = { hash: '', proof: { challenge: '0', response: '0' } }
  return signManipulatedBallot({ ...unsigned, answers: [answer], signature }, secret)
}
