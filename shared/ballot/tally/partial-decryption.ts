// Decryption factors of one trustee with their proofs, section "Partial decryptions" of the Belenios specification.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { parseElection } from '#shared/ballot/election.ts'
import {
  formatGroupElement,
  formatGroupElements,
  generator,
  parsePrimeOrderGroupElement,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { getPrecomputedPowersOfGroupGenerator } from '#shared/ballot/group/generator-base.ts'
import {
  type PublicBase,
  parseAndCacheGroupElement,
  parseAndCachePublicKey,
} from '#shared/ballot/group/public-base.ts'
import { parseScalarBelowGroupOrder } from '#shared/ballot/group/scalar.ts'
import { computeProofChallengeScalar } from '#shared/ballot/hash.ts'
import { proveKnowledgeOfExponent } from '#shared/ballot/proofs/schnorr.ts'
import {
  partialDecryption as decryptionStructure,
  type Proof,
  parseBallotJson,
  serializeBallotJson,
  encryptedTally as tallyStructure,
} from '#shared/ballot/structures.ts'
import { listTrusteePublicKeys, parseTrustees } from '#shared/ballot/trustees/trustees.ts'

function decryptionPrefix(fingerprint: string, publicKey: string): string {
  return `decrypt|${fingerprint}|${publicKey}|`
}

/** Builds the first part of the text that is hashed in the proof that one decryption factor is correct. */
type PrefixOf = (base: string, alpha: string, factor: string) => string
const protocolPrefix: PrefixOf = base => base
/**
 * The hash of the Belenios proof contains neither base nor factor, so a trustee could prove a wrong decryption factor.
 * This prefix of the hashed text contains both.
 */
const bindingPrefix: PrefixOf = (base, alpha, factor) => `bound|${base}${alpha}|${factor}|`

/** Computes a trustee's decryption factors of the tally. The private key is a decimal exponent. */
export function computePartialDecryption(
  election: string,
  encryptedTally: string,
  privateKey: string,
): string {
  return proveFactors({ election, encryptedTally, privateKey }, protocolPrefix)
}

/**
 * Proves decryption factors with hashes that contain these factors. The server requires the proof but does not publish
 * it.
 */
export function createDecryptionProofForServer(
  election: string,
  encryptedTally: string,
  privateKey: string,
): string {
  return proveFactors({ election, encryptedTally, privateKey }, bindingPrefix)
}

function proveFactors(
  { election, encryptedTally, privateKey }: { election: string; encryptedTally: string; privateKey: string },
  prefixOf: PrefixOf,
): string {
  const { fingerprint } = parseElection(election)
  const secret = parseScalarBelowGroupOrder(privateKey)
  const prefix = decryptionPrefix(
    fingerprint,
    formatGroupElement(raiseToSecretExponentInConstantTime(generator, secret)),
  )
  const alphas = parseBallotJson(tallyStructure, encryptedTally).map(list =>
    list.map(({ alpha, beta }) => {
      parsePrimeOrderGroupElement(beta)
      return parsePrimeOrderGroupElement(alpha)
    }),
  )
  return serializeBallotJson({
    decryption_factors: alphas.map(list =>
      list.map(alpha => formatGroupElement(raiseToSecretExponentInConstantTime(alpha, secret))),
    ),
    decryption_proofs: alphas.map(list =>
      list.map(alpha => {
        const named = prefixOf(
          prefix,
          formatGroupElement(alpha),
          formatGroupElement(raiseToSecretExponentInConstantTime(alpha, secret)),
        )
        return proveKnowledgeOfExponent(named, [generator, alpha], secret)
      }),
    ),
  })
}

/** First halves (alpha) of the encrypted vote counts. Each trustee raises them to the secret key to decrypt. */
export type OpenedTally = { text: string; base: PublicBase }[][]

/** Parses the first halves (alpha) of an encrypted tally. Throws when one of them is no element of the group. */
export function parseEncryptedTally(encryptedTally: string): OpenedTally {
  return parseBallotJson(tallyStructure, encryptedTally).map(list =>
    list.map(({ alpha }) => ({ text: alpha, base: parseAndCacheGroupElement(alpha) })),
  )
}

export interface DecryptionClaim {
  fingerprint: string
  /** Public key of the trustee, by which the decryption factors are verified. */
  publicKey: string
  tally: OpenedTally
  partialDecryption: string
}

/** Verifies a trustee's decryption factors by the trustee's public key and returns them. Throws when one is wrong. */
export function verifyAndParseDecryptionFactors(
  claim: DecryptionClaim,
  prefixOf = protocolPrefix,
): PublicBase[][] {
  const { tally } = claim
  const { decryption_factors: factors, decryption_proofs: proofs } = parseBallotJson(
    decryptionStructure,
    claim.partialDecryption,
  )
  const prefix = decryptionPrefix(claim.fingerprint, claim.publicKey)
  const key = parseAndCachePublicKey(claim.publicKey)
  const shape = (lists: unknown[][]) => lists.map(list => list.length).join()
  throwBallotErrorUnless(
    shape(factors) === shape(tally) && shape(proofs) === shape(tally),
    'decryption does not cover the tally',
  )
  return tally.map((list, question) =>
    list.map(({ text, base }, index) => {
      const proof = proofs[question]?.[index] as Proof
      const challenge = parseScalarBelowGroupOrder(proof.challenge)
      const response = parseScalarBelowGroupOrder(proof.response)
      const factorText = factors[question]?.[index] as string
      const factor = parseAndCacheGroupElement(factorText)
      const commitments = [
        getPrecomputedPowersOfGroupGenerator().power(response).add(key.power(challenge)),
        base.power(response).add(factor.power(challenge)),
      ]
      const named = prefixOf(prefix, text, factorText)
      throwBallotErrorUnless(
        computeProofChallengeScalar(named, formatGroupElements(commitments)) === challenge,
        'proof of a decryption factor is wrong',
      )
      return factor
    }),
  )
}

/**
 * True when a trustee's decryption of the tally is correct. `binding`, if passed, must be a proof of the same
 * decryption factors whose hashes contain these factors. Owner 1 is the server; the trustees follow by index.
 */
export function isPartialDecryptionCorrect(claim: {
  election: string
  trustees: string
  encryptedTally: string
  owner: number
  partialDecryption: string
  binding?: string
}): boolean {
  try {
    const publicKey = listTrusteePublicKeys(parseTrustees(claim.trustees))[claim.owner - 1]
    throwBallotErrorUnless(publicKey !== undefined, 'owner is not a trustee')
    const { fingerprint } = parseElection(claim.election)
    const tally = parseEncryptedTally(claim.encryptedTally)
    const factors = verifyAndParseDecryptionFactors({ ...claim, publicKey, fingerprint, tally }).flat()
    if (claim.binding === undefined) return true
    const bound = { ...claim, publicKey, fingerprint, tally, partialDecryption: claim.binding }
    const boundFactors = verifyAndParseDecryptionFactors(bound, bindingPrefix).flat()
    return factors.every(({ element }, at) => element.equals((boundFactors[at] as PublicBase).element))
  } catch {
    return false
  }
}
