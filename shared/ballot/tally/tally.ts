// Encrypted tally of an election: for each answer the product of the ciphertexts in each voter's last ballot.
// The section "Encrypted tally" of the Belenios specification defines the tally.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { countChoicesOfQuestion, type Election, parseElection } from '#shared/ballot/election.ts'
import { type Element, formatGroupElements, identity, parseCurvePoint } from '#shared/ballot/group/element.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  type Ballot,
  ballot as ballotStructure,
  type Ciphertext,
  parseBallotJson,
  serializeBallotJson,
} from '#shared/ballot/structures.ts'

export interface Tally {
  encryptedTally: string
  /** JSON text of the encrypted tally with the number of voters (sized_encrypted_tally). */
  sized: string
  numTallied: number
}

interface Sum {
  alpha: Element
  beta: Element
}

/** Adds encrypted ballots to the tally one by one. A later ballot of the same credential replaces the earlier one. */
export class Tallier {
  private readonly sums: Sum[][]
  private readonly last = new Map<string, Ciphertext[][]>()

  constructor(election: Election) {
    this.sums = election.questions.map(question =>
      Array.from({ length: countChoicesOfQuestion(question) }, () => ({ alpha: identity, beta: identity })),
    )
  }

  /** Adds to the tally a ballot whose proofs were verified before. */
  add({ credential, answers }: Pick<Ballot, 'credential' | 'answers'>): void {
    const replaced = this.last.get(credential)
    const choices = answers.map(answer => answer.choices)
    if (replaced) this.combine(replaced, true)
    this.combine(choices, false)
    this.last.set(credential, choices)
  }

  private combine(choices: Ciphertext[][], isRemoved: boolean) {
    throwBallotErrorUnless(
      choices.length === this.sums.length,
      'number of answers differs from the questions',
    )
    for (const [question, list] of choices.entries()) {
      const sums = this.sums[question] as Sum[]
      throwBallotErrorUnless(list.length === sums.length, 'number of choices differs from the answers')
      for (const [index, { alpha, beta }] of list.entries()) {
        const sum = sums[index] as Sum
        const [a, b] = [parseCurvePoint(alpha), parseCurvePoint(beta)]
        sum.alpha = isRemoved ? sum.alpha.subtract(a) : sum.alpha.add(a)
        sum.beta = isRemoved ? sum.beta.subtract(b) : sum.beta.add(b)
      }
    }
  }

  finish(): Tally {
    const encryptedTally = serializeBallotJson(
      this.sums.map(list =>
        list.map(({ alpha, beta }) => {
          const [alphaText, betaText] = formatGroupElements([alpha, beta])
          return { alpha: alphaText, beta: betaText }
        }),
      ),
    )
    const numTallied = this.last.size
    const sized = serializeBallotJson({
      num_tallied: numTallied,
      total_weight: numTallied,
      encrypted_tally: computeSha256InHex(encryptedTally),
    })
    return { encryptedTally, sized, numTallied }
  }
}

/** Computes the encrypted tally of all accepted ballots in the order of the election's event log. */
export function computeTally(election: string, ballots: Iterable<string>): Tally {
  const tallier = new Tallier(parseElection(election))
  for (const text of ballots) tallier.add(parseBallotJson(ballotStructure, text))
  return tallier.finish()
}
