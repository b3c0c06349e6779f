// Verifies the proofs of one encrypted answer.
// See "Proofs of interval membership" and "Verifying proofs" of the Belenios specification.
import { countChoices, type Question } from '#shared/ballot/election.ts'
import { type Element, formatElements, identity, parseCurvePoint } from '#shared/ballot/group/element.ts'
import { type FixedBase, PublicBase } from '#shared/ballot/group/public-base.ts'
import { type PublicStatement, verifyDisjunction } from '#shared/ballot/proofs/disjunction.ts'
import type { Answer, Ciphertext, Proof } from '#shared/ballot/structures.ts'
import { buildAnswerProofContext, listAllowedCandidateCounts } from './ballot-parts.ts'

export type AnswerFailure = 'malformed' | 'individual-proof' | 'overall-proof' | 'blank-proof'

interface Bases {
  alpha: PublicBase
  beta: PublicBase
}

function readChoice({ alpha, beta }: Ciphertext): Bases | undefined {
  const bases = { alpha: new PublicBase(parseCurvePoint(alpha)), beta: new PublicBase(parseCurvePoint(beta)) }
  return bases.alpha.isInGroup() && bases.beta.isInGroup() ? bases : undefined
}

function sumBases(choices: Bases[]): Bases {
  const sum = (pick: (bases: Bases) => Element) =>
    choices.reduce((total, bases) => total.add(pick(bases)), identity)
  return {
    alpha: new PublicBase(sum(({ alpha }) => alpha.element)),
    beta: new PublicBase(sum(({ beta }) => beta.element)),
  }
}

const claim = ({ alpha, beta }: Bases, value: number): PublicStatement => ({ alpha, beta, value })

function verifyBlankAnswer(
  question: Question,
  publicKey: FixedBase,
  context: string,
  choices: Bases[],
  answer: Answer,
): AnswerFailure | undefined {
  const [blank, ...answers] = choices as [Bases, ...Bases[]]
  const sum = sumBases(answers)
  const either = [claim(blank, 0), claim(sum, 0)]
  if (!verifyDisjunction(`bproof0|${context}|`, publicKey, either, answer.blank_proof as Proof[])) {
    return 'blank-proof'
  }
  const allowed = [claim(blank, 1), ...listAllowedCandidateCounts(question).map(value => claim(sum, value))]
  return verifyDisjunction(`bproof1|${context}|`, publicKey, allowed, answer.overall_proof)
    ? undefined
    : 'overall-proof'
}

/** Verifies the proofs of an answer. Returns undefined when all hold, otherwise the reason. `context` is S₀. */
export function verifyAnswer(
  question: Question,
  publicKey: FixedBase,
  context: string,
  answer: Answer,
): AnswerFailure | undefined {
  const { choices, individual_proofs, overall_proof, blank_proof } = answer
  const size = countChoices(question)
  if (choices.length !== size || individual_proofs.length !== size) return 'malformed'
  if ((blank_proof !== undefined) !== (question.blank === true)) return 'blank-proof'
  const bases: Bases[] = []
  for (const [index, choice] of choices.entries()) {
    const read = readChoice(choice)
    if (!read) return 'malformed'
    const prefix = `prove|${context}|${choice.alpha},${choice.beta}|`
    const proofs = individual_proofs[index] as Proof[]
    if (!verifyDisjunction(prefix, publicKey, [claim(read, 0), claim(read, 1)], proofs)) {
      return 'individual-proof'
    }
    bases.push(read)
  }
  const whole = buildAnswerProofContext(context, choices)
  if (question.blank) return verifyBlankAnswer(question, publicKey, whole, bases, answer)
  const sum = sumBases(bases)
  const [alpha, beta] = formatElements([sum.alpha.element, sum.beta.element])
  const allowed = listAllowedCandidateCounts(question).map(value => claim(sum, value))
  return verifyDisjunction(`prove|${whole}|${alpha},${beta}|`, publicKey, allowed, overall_proof)
    ? undefined
    : 'overall-proof'
}
