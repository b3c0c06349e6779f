// Decryption factors of one trustee with their proofs (section "Partial decryptions").
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { parseElection } from '#shared/ballot/election.ts'
import {
  formatElement,
  generator,
  parseElement,
  parsePublicKey,
  power,
} from '#shared/ballot/group/element.ts'
import { generatorBase } from '#shared/ballot/group/generator-base.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { parseScalar } from '#shared/ballot/group/scalar.ts'
import { hashToScalar } from '#shared/ballot/hash.ts'
import { proveKnowledge } from '#shared/ballot/proofs/schnorr.ts'
import {
  partialDecryption as decryptionStructure,
  type Proof,
  parseStructure,
  encryptedTally as tallyStructure,
  writeStructure,
} from '#shared/ballot/structures.ts'
import { listVerificationKeys, parseTrustees } from '#shared/ballot/trustees/trustees.ts'

function decryptionPrefix(fingerprint: string, publicKey: string): string {
  return `decrypt|${fingerprint}|${publicKey}|`
}

/** Computes the decryption factors of the tally with a private exponent in base 10. */
export function partialDecrypt(election: string, encryptedTally: string, privateKey: string): string {
  const { fingerprint } = parseElection(election)
  const secret = parseScalar(privateKey)
  const prefix = decryptionPrefix(fingerprint, formatElement(power(generator, secret)))
  const alphas = parseStructure(tallyStructure, encryptedTally).map(list =>
    list.map(({ alpha, beta }) => {
      parseElement(beta)
      return parseElement(alpha)
    }),
  )
  return writeStructure({
    decryption_factors: alphas.map(list => list.map(alpha => formatElement(power(alpha, secret)))),
    decryption_proofs: alphas.map(list =>
      list.map(alpha => proveKnowledge(prefix, [generator, alpha], secret)),
    ),
  })
}

export interface DecryptionClaim {
  fingerprint: string
  /** Verification key of the trustee. */
  publicKey: string
  encryptedTally: string
  partialDecryption: string
}

/** Verifies decryption factors against the trustee's verification key and returns them. Throws when one is wrong. */
export function openPartialDecryption(claim: DecryptionClaim): string[][] {
  const tally = parseStructure(tallyStructure, claim.encryptedTally)
  const { decryption_factors: factors, decryption_proofs: proofs } = parseStructure(
    decryptionStructure,
    claim.partialDecryption,
  )
  const prefix = decryptionPrefix(claim.fingerprint, claim.publicKey)
  const key = new PublicBase(parsePublicKey(claim.publicKey))
  const shape = (lists: unknown[][]) => lists.map(list => list.length).join()
  requireBallot(
    shape(factors) === shape(tally) && shape(proofs) === shape(tally),
    'decryption does not cover the tally',
  )
  for (const [question, list] of tally.entries()) {
    for (const [index, { alpha }] of list.entries()) {
      const proof = proofs[question]?.[index] as Proof
      const challenge = parseScalar(proof.challenge)
      const response = parseScalar(proof.response)
      const factor = new PublicBase(parseElement(factors[question]?.[index] as string))
      const commitments = [
        generatorBase().power(response).add(key.power(challenge)),
        new PublicBase(parseElement(alpha)).power(response).add(factor.power(challenge)),
      ]
      requireBallot(hashToScalar(prefix, commitments) === challenge, 'proof of a decryption factor is wrong')
    }
  }
  return factors
}

/** Whether a trustee's decryption of the tally is correct. Owner 1 is the server; trustees follow by index. */
export function checkPartialDecryption(claim: {
  election: string
  trustees: string
  encryptedTally: string
  owner: number
  partialDecryption: string
}): boolean {
  try {
    const publicKey = listVerificationKeys(parseTrustees(claim.trustees))[claim.owner - 1]
    requireBallot(publicKey !== undefined, 'owner is not a trustee')
    openPartialDecryption({ ...claim, publicKey, fingerprint: parseElection(claim.election).fingerprint })
    return true
  } catch {
    return false
  }
}
