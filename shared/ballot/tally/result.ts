// Combines the trustees' partial decryptions to the result, section "Election result" of the Belenios specification.
import { BallotError, throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { countChoicesOfQuestion, parseElection, type Question } from '#shared/ballot/election.ts'
import {
  type Element,
  generator,
  identity,
  parsePrimeOrderGroupElement,
} from '#shared/ballot/group/element.ts'
import { getPrecomputedPowersOfGroupGenerator } from '#shared/ballot/group/generator-base.ts'
import type { PublicBase } from '#shared/ballot/group/public-base.ts'
import { invertScalar, reduceScalarModuloGroupOrder } from '#shared/ballot/group/scalar.ts'
import {
  electionResult,
  parseBallotJson,
  serializeBallotJson,
  encryptedTally as tallyStructure,
} from '#shared/ballot/structures.ts'
import { listTrusteePublicKeys, parseTrustees } from '#shared/ballot/trustees/trustees.ts'
import { parseEncryptedTally, verifyAndParseDecryptionFactors } from './partial-decryption.ts'

export interface OwnedDecryption {
  /** Position of a decryption key's owner in the trustee list: 1 is the server, higher numbers are the trustees. */
  owner: number
  partialDecryption: string
}

export interface CountedTally {
  election: string
  trustees: string
  encryptedTally: string
  numTallied: number
  partialDecryptions: OwnedDecryption[]
}

/** Computes the Lagrange coefficient of the trustee `index` for the interpolation at 0. */
function lagrange(indexes: number[], index: number): bigint {
  return indexes
    .filter(other => other !== index)
    .reduce(
      (product, other) =>
        reduceScalarModuloGroupOrder(
          product * BigInt(other) * invertScalar(reduceScalarModuloGroupOrder(BigInt(other - index))),
        ),
      1n,
    )
}

/** Computes the exponent of each key owner (server or trustee) in the product of all decryption factors. */
function weighOwners(trustees: ReturnType<typeof parseTrustees>, owners: ReadonlySet<number>) {
  const weights = new Map<number, bigint>()
  let next = 1
  for (const [kind, value] of trustees) {
    if (kind === 'Single') {
      throwBallotErrorUnless(owners.has(next), 'decryption of a mandatory trustee is missing')
      weights.set(next, 1n)
      next += 1
    } else {
      const first = next
      const size = value.verification_keys.length
      const indexes = Array.from({ length: size }, (_, at) => at + 1)
        .filter(index => owners.has(first + index - 1))
        .slice(0, value.threshold)
      throwBallotErrorUnless(indexes.length === value.threshold, 'too few trustees have decrypted')
      for (const index of indexes) weights.set(first + index - 1, lagrange(indexes, index))
      next += size
    }
  }
  return weights
}

/** Verified decryption factors of each key owner, who is the server or a trustee. */
type FactorsByOwner = ReadonlyMap<number, PublicBase[][]>

/** Verifies all partial decryptions of the tally and returns their factors. Throws when one is wrong. */
function openDecryptions(source: CountedTally): FactorsByOwner {
  const { fingerprint } = parseElection(source.election)
  const keys = listTrusteePublicKeys(parseTrustees(source.trustees))
  const tally = parseEncryptedTally(source.encryptedTally)
  const factors = new Map<number, PublicBase[][]>()
  for (const { owner, partialDecryption } of source.partialDecryptions) {
    const publicKey = keys[owner - 1]
    throwBallotErrorUnless(publicKey !== undefined, 'owner is not a trustee')
    throwBallotErrorUnless(!factors.has(owner), 'trustee decrypted twice')
    factors.set(owner, verifyAndParseDecryptionFactors({ fingerprint, publicKey, tally, partialDecryption }))
  }
  return factors
}

/**
 * Decrypts the tally with verified decryption factors. Returns the group elements g^count. Throws when too few trustees
 * have decrypted.
 */
function decryptTally(
  { trustees, encryptedTally }: Pick<CountedTally, 'trustees' | 'encryptedTally'>,
  factors: FactorsByOwner,
): Element[][] {
  const weights = weighOwners(parseTrustees(trustees), new Set(factors.keys()))
  return parseBallotJson(tallyStructure, encryptedTally).map((list, question) =>
    list.map(({ beta }, index) => {
      let factor = identity
      for (const [owner, weight] of weights) {
        const base = factors.get(owner)?.[question]?.[index] as PublicBase
        factor = factor.add(base.power(weight))
      }
      return parsePrimeOrderGroupElement(beta).subtract(factor)
    }),
  )
}

/** Finds the vote count for which g^count equals the element. Counts up to `most` are tried. */
function findCount(element: Element, most: number): number {
  let candidate = identity
  for (let count = 0; count <= most; count += 1) {
    if (candidate.equals(element)) return count
    candidate = candidate.add(generator)
  }
  throw new BallotError('decrypted count exceeds the number of ballots')
}

/** Computes the text of the election result from the decryptions by the server and by enough trustees (threshold). */
export function computeElectionResult(source: CountedTally): string {
  const elements = decryptTally(source, openDecryptions(source))
  return serializeBallotJson({
    result: elements.map(list => list.map(element => findCount(element, source.numTallied))),
  })
}

/** Verifies a published election result against verified decryption factors. Throws when the result is wrong. */
export function verifyElectionResult(
  source: Pick<CountedTally, 'trustees' | 'encryptedTally' | 'numTallied'>,
  factors: FactorsByOwner,
  result: string,
): void {
  const counts = parseBallotJson(electionResult, result).result
  const elements = decryptTally(source, factors)
  throwBallotErrorUnless(counts.length === elements.length, 'result does not cover the questions')
  for (const [question, list] of elements.entries()) {
    const row = counts[question] as number[]
    throwBallotErrorUnless(row.length === list.length, 'result does not cover the answers')
    for (const [index, element] of list.entries()) {
      const count = row[index] as number
      throwBallotErrorUnless(count <= source.numTallied, 'count exceeds the number of ballots')
      throwBallotErrorUnless(
        getPrecomputedPowersOfGroupGenerator().power(BigInt(count)).equals(element),
        'count is wrong',
      )
    }
  }
}

/** Parses an election result: votes per answer, and blank votes where the question allows them. */
export function parseElectionResult(
  election: string,
  result: string,
): { counts: number[]; blank: number | null }[] {
  const { questions } = parseElection(election)
  const rows = parseBallotJson(electionResult, result).result
  throwBallotErrorUnless(rows.length === questions.length, 'result does not cover the questions')
  return rows.map((row, index) => {
    const question = questions[index] as Question
    throwBallotErrorUnless(
      row.length === countChoicesOfQuestion(question),
      'result does not cover the answers',
    )
    return question.blank ? { counts: row.slice(1), blank: row[0] as number } : { counts: row, blank: null }
  })
}
