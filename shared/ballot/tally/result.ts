// Combines partial decryptions into the result (section "Election result").
import { BallotError, requireBallot } from '#shared/ballot/ballot-error.ts'
import { choiceCount, parseElection, type Question } from '#shared/ballot/election.ts'
import { type Element, generator, identity, parseElement } from '#shared/ballot/group/element.ts'
import { generatorBase } from '#shared/ballot/group/generator-base.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { invertScalar, reduceScalar } from '#shared/ballot/group/scalar.ts'
import {
  electionResult,
  parseStructure,
  encryptedTally as tallyStructure,
  writeStructure,
} from '#shared/ballot/structures.ts'
import { listVerificationKeys, parseTrustees } from '#shared/ballot/trustees/trustees.ts'
import { openPartialDecryption } from './partial-decryption.ts'

export interface OwnedDecryption {
  /** Number of the trustee, counted from 1; the server is 1. */
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

/** Lagrange coefficient of `index` for the interpolation at 0. */
function lagrange(indexes: number[], index: number): bigint {
  return indexes
    .filter(other => other !== index)
    .reduce(
      (product, other) =>
        reduceScalar(product * BigInt(other) * invertScalar(reduceScalar(BigInt(other - index)))),
      1n,
    )
}

/** Exponents by owner whose weighted product of decryption factors is the synthetic factor. */
function weighOwners(trustees: ReturnType<typeof parseTrustees>, owners: ReadonlySet<number>) {
  const weights = new Map<number, bigint>()
  let next = 1
  for (const [kind, value] of trustees) {
    if (kind === 'Single') {
      requireBallot(owners.has(next), 'decryption of a mandatory trustee is missing')
      weights.set(next, 1n)
      next += 1
    } else {
      const first = next
      const size = value.verification_keys.length
      const indexes = Array.from({ length: size }, (_, at) => at + 1)
        .filter(index => owners.has(first + index - 1))
        .slice(0, value.threshold)
      requireBallot(indexes.length === value.threshold, 'too few trustees have decrypted')
      for (const index of indexes) weights.set(first + index - 1, lagrange(indexes, index))
      next += size
    }
  }
  return weights
}

/** Verifies all partial decryptions and returns the group elements g^count. Throws when one is wrong. */
export function openTally(source: CountedTally): Element[][] {
  const { fingerprint } = parseElection(source.election)
  const trustees = parseTrustees(source.trustees)
  const keys = listVerificationKeys(trustees)
  const factors = new Map<number, string[][]>()
  for (const { owner, partialDecryption } of source.partialDecryptions) {
    const publicKey = keys[owner - 1]
    requireBallot(publicKey !== undefined, 'owner is not a trustee')
    requireBallot(!factors.has(owner), 'trustee decrypted twice')
    const claim = { fingerprint, publicKey, encryptedTally: source.encryptedTally, partialDecryption }
    factors.set(owner, openPartialDecryption(claim))
  }
  const weights = weighOwners(trustees, new Set(factors.keys()))
  return parseStructure(tallyStructure, source.encryptedTally).map((list, question) =>
    list.map(({ beta }, index) => {
      let factor = identity
      for (const [owner, weight] of weights) {
        const text = factors.get(owner)?.[question]?.[index] as string
        factor = factor.add(new PublicBase(parseElement(text)).power(weight))
      }
      return parseElement(beta).subtract(factor)
    }),
  )
}

/** Finds the count whose power of the generator is the element, up to `most`. */
function findCount(element: Element, most: number): number {
  let candidate = identity
  for (let count = 0; count <= most; count += 1) {
    if (candidate.equals(element)) return count
    candidate = candidate.add(generator)
  }
  throw new BallotError('decrypted count exceeds the number of ballots')
}

/** Computes the result text from the server's and a threshold of the trustees' decryptions. */
export function combineResult(source: CountedTally): string {
  const elements = openTally(source)
  return writeStructure({
    result: elements.map(list => list.map(element => findCount(element, source.numTallied))),
  })
}

/** Verifies a published result against the partial decryptions. Throws when it is wrong. */
export function requireResult(source: CountedTally, result: string): void {
  const counts = parseStructure(electionResult, result).result
  const elements = openTally(source)
  requireBallot(counts.length === elements.length, 'result does not cover the questions')
  for (const [question, list] of elements.entries()) {
    const row = counts[question] as number[]
    requireBallot(row.length === list.length, 'result does not cover the answers')
    for (const [index, element] of list.entries()) {
      const count = row[index] as number
      requireBallot(count <= source.numTallied, 'count exceeds the number of ballots')
      requireBallot(generatorBase().power(BigInt(count)).equals(element), 'count is wrong')
    }
  }
}

/** Reads a result: counts per answer, and the number of blank votes where the question allows them. */
export function parseResult(election: string, result: string): { counts: number[]; blank: number | null }[] {
  const { questions } = parseElection(election)
  const rows = parseStructure(electionResult, result).result
  requireBallot(rows.length === questions.length, 'result does not cover the questions')
  return rows.map((row, index) => {
    const question = questions[index] as Question
    requireBallot(row.length === choiceCount(question), 'result does not cover the answers')
    return question.blank ? { counts: row.slice(1), blank: row[0] as number } : { counts: row, blank: null }
  })
}
