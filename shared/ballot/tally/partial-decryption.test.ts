import { describe, expect, it } from 'vitest'
import { parseElection } from '#shared/ballot/election.ts'
import {
  formatGroupElement,
  generator,
  parsePrimeOrderGroupElement,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import {
  generateRandomScalar,
  invertScalar,
  reduceScalarModuloGroupOrder,
} from '#shared/ballot/group/scalar.ts'
import { computeProofChallengeScalar } from '#shared/ballot/hash.ts'
import { runTestElection } from '#shared/ballot/test/generated-election.ts'
import { createElectionServerKeyPair } from '#shared/ballot/trustees/single.ts'
import { serializeTrustees } from '#shared/ballot/trustees/trustees.ts'
import {
  computePartialDecryption,
  createDecryptionProofForServer,
  isPartialDecryptionCorrect,
} from './partial-decryption.ts'

const { log } = runTestElection({
  questions: [{ answers: ['A', 'B'], min: 0, max: 1, question: 'Pengerusi?' }],
  trustees: 3,
  threshold: 2,
  voters: 1,
  votes: [{ voter: 0, choices: [[1, 0]] }],
})
const [election = '', published = ''] = log[0]?.data ?? []
const encryptedTally = log.find(({ type }) => type === 'EncryptedTally')?.data[0] as string
// The list of trustees in the test has a server's public key whose private key the test knows.
const key = createElectionServerKeyPair()
const [, pedersen] = JSON.parse(published)
const trustees = serializeTrustees(key.publicKey, JSON.stringify(pedersen[1]))
const claim = { election, trustees, encryptedTally, owner: 1 }

/**
 * Builds decryption factors of a dishonest trustee who chooses the second commitment first, which the hash of the
 * protocol permits.
 */
function forgeDecryption(): string {
  const secret = BigInt(key.privateKey)
  const publicKey = formatGroupElement(raiseToSecretExponentInConstantTime(generator, secret))
  const prefix = `decrypt|${parseElection(election).fingerprint}|${publicKey}|`
  const forged = (JSON.parse(encryptedTally) as { alpha: string }[][]).map(list =>
    list.map(({ alpha }) => {
      const nonce = generateRandomScalar()
      const commitment = raiseToSecretExponentInConstantTime(generator, generateRandomScalar())
      const challenge = computeProofChallengeScalar(
        prefix,
        [raiseToSecretExponentInConstantTime(generator, nonce), commitment].map(formatGroupElement),
      )
      const response = reduceScalarModuloGroupOrder(nonce - secret * challenge)
      const rest = commitment.subtract(
        raiseToSecretExponentInConstantTime(parsePrimeOrderGroupElement(alpha), response),
      )
      const proof = { challenge: challenge.toString(), response: response.toString() }
      return {
        factor: formatGroupElement(raiseToSecretExponentInConstantTime(rest, invertScalar(challenge))),
        proof,
      }
    }),
  )
  return JSON.stringify({
    decryption_factors: forged.map(list => list.map(({ factor }) => factor)),
    decryption_proofs: forged.map(list => list.map(({ proof }) => proof)),
  })
}

describe('isPartialDecryptionCorrect', () => {
  it('isPartialDecryptionCorrect accepts correct decryption factors whose proofs are bound to the factors by a hash', () => {
    const { privateKey } = key
    const partialDecryption = computePartialDecryption(election, encryptedTally, privateKey)
    const binding = createDecryptionProofForServer(election, encryptedTally, privateKey)
    expect(isPartialDecryptionCorrect({ ...claim, partialDecryption, binding })).toBe(true)
  })

  it('isPartialDecryptionCorrect rejects wrong decryption factors even if their proof is valid in Belenios', () => {
    const partialDecryption = forgeDecryption()
    expect(isPartialDecryptionCorrect({ ...claim, partialDecryption })).toBe(true)
    const honest = createDecryptionProofForServer(election, encryptedTally, key.privateKey)
    for (const binding of [partialDecryption, honest])
      expect(isPartialDecryptionCorrect({ ...claim, partialDecryption, binding })).toBe(false)
  })
})
