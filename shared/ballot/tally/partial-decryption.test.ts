import { describe, expect, it } from 'vitest'
import { parseElection } from '#shared/ballot/election.ts'
import { formatElement, generator, parseElement, power } from '#shared/ballot/group/element.ts'
import { invertScalar, randomScalar, reduceScalar } from '#shared/ballot/group/scalar.ts'
import { hashToScalar } from '#shared/ballot/hash.ts'
import { runElection } from '#shared/ballot/test/generated-election.ts'
import { createServerKey } from '#shared/ballot/trustees/single.ts'
import { serializeTrustees } from '#shared/ballot/trustees/trustees.ts'
import { bindDecryption, checkPartialDecryption, partialDecrypt } from './partial-decryption.ts'

const { log } = runElection({
  questions: [{ answers: ['A', 'B'], min: 0, max: 1, question: 'Pengerusi?' }],
  trustees: 3,
  threshold: 2,
  voters: 1,
  votes: [{ voter: 0, choices: [[1, 0]] }],
})
const [election = '', published = ''] = log[0]?.data ?? []
const encryptedTally = log.find(({ type }) => type === 'EncryptedTally')?.data[0] as string
// The first entry is replaced by a key that this test knows.
const key = createServerKey()
const [, pedersen] = JSON.parse(published)
const trustees = serializeTrustees(key.publicKey, JSON.stringify(pedersen[1]))
const claim = { election, trustees, encryptedTally, owner: 1 }

/** Factors of a trustee who chooses the second commitment first, which the protocol's hash permits. */
function forgeDecryption(): string {
  const secret = BigInt(key.privateKey)
  const publicKey = formatElement(power(generator, secret))
  const prefix = `decrypt|${parseElection(election).fingerprint}|${publicKey}|`
  const forged = (JSON.parse(encryptedTally) as { alpha: string }[][]).map(list =>
    list.map(({ alpha }) => {
      const nonce = randomScalar()
      const commitment = power(generator, randomScalar())
      const challenge = hashToScalar(prefix, [power(generator, nonce), commitment])
      const response = reduceScalar(nonce - secret * challenge)
      const rest = commitment.subtract(power(parseElement(alpha), response))
      const proof = { challenge: challenge.toString(), response: response.toString() }
      return { factor: formatElement(power(rest, invertScalar(challenge))), proof }
    }),
  )
  return JSON.stringify({
    decryption_factors: forged.map(list => list.map(({ factor }) => factor)),
    decryption_proofs: forged.map(list => list.map(({ proof }) => proof)),
  })
}

describe('checkPartialDecryption', () => {
  it('checkPartialDecryption accepts correct decryption factors whose proofs are hashed over the factors', () => {
    const { privateKey } = key
    const partialDecryption = partialDecrypt(election, encryptedTally, privateKey)
    const binding = bindDecryption(election, encryptedTally, privateKey)
    expect(checkPartialDecryption({ ...claim, partialDecryption, binding })).toBe(true)
  })

  it('checkPartialDecryption refuses wrong decryption factors although their proof is valid in Belenios', () => {
    const partialDecryption = forgeDecryption()
    expect(checkPartialDecryption({ ...claim, partialDecryption })).toBe(true)
    const honest = bindDecryption(election, encryptedTally, key.privateKey)
    for (const binding of [partialDecryption, honest])
      expect(checkPartialDecryption({ ...claim, partialDecryption, binding })).toBe(false)
  })
})
