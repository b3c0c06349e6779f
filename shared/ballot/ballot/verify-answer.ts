// Verifies the proofs of a voter's encrypted answer to one question.
// Belenios specifies how to verify ballot proofs in "Proofs of interval membership" and "Verifying proofs".
import { countChoicesOfQuestion, type Question } from '#shared/ballot/election.ts'
import type { VerificationGroup } from '#shared/ballot/group/verification-group.ts'
import { type PublicStatement, verifyDisjunctionProof } from '#shared/ballot/proofs/disjunction.ts'
import type { Answer, Proof } from '#shared/ballot/structures.ts'
import { buildAnswerProofHashInput, listAllowedCountsOfChosenAnswers } from './ballot-parts.ts'

export type AnswerFailure = 'malformed' | 'individual-proof' | 'overall-proof' | 'blank-proof'

/** Ciphertext of a vote, parsed into elements of the cryptographic group. */
interface Choice<E> {
  alpha: E
  beta: E
}

/** Multiplies ciphertexts so that their plaintexts add up (homomorphic addition). The list must not be empty. */
function sumChoices<E>(group: VerificationGroup<E>, choices: Choice<E>[]): Choice<E> {
  return choices.reduce((sum, { alpha, beta }) => ({
    alpha: group.add(sum.alpha, alpha),
    beta: group.add(sum.beta, beta),
  }))
}

const claim = <E>({ alpha, beta }: Choice<E>, value: number): PublicStatement<E> => ({ alpha, beta, value })

function verifyBlankAnswer<E>(
  group: VerificationGroup<E>,
  question: Question,
  publicKey: E,
  context: string,
  choices: Choice<E>[],
  answer: Answer,
): AnswerFailure | undefined {
  const [blank, ...answers] = choices as [Choice<E>, ...Choice<E>[]]
  const sum = sumChoices(group, answers)
  const either = [claim(blank, 0), claim(sum, 0)]
  if (
    !verifyDisjunctionProof(group, `bproof0|${context}|`, publicKey, either, answer.blank_proof as Proof[])
  ) {
    return 'blank-proof'
  }
  const allowed = [
    claim(blank, 1),
    ...listAllowedCountsOfChosenAnswers(question).map(value => claim(sum, value)),
  ]
  return verifyDisjunctionProof(group, `bproof1|${context}|`, publicKey, allowed, answer.overall_proof)
    ? undefined
    : 'overall-proof'
}

/**
 * Verifies the proofs of an answer. Returns undefined when all hold, otherwise the reason. Throws when an element or
 * scalar is malformed. `context` is S₀.
 */
export function verifyProofsOfEncryptedBallotAnswer<E>(
  group: VerificationGroup<E>,
  question: Question,
  publicKey: E,
  context: string,
  answer: Answer,
): AnswerFailure | undefined {
  const { choices, individual_proofs, overall_proof, blank_proof } = answer
  const size = countChoicesOfQuestion(question)
  if (choices.length !== size || individual_proofs.length !== size) return 'malformed'
  if ((blank_proof !== undefined) !== (question.blank === true)) return 'blank-proof'
  const parsedChoices: Choice<E>[] = []
  for (const [index, choice] of choices.entries()) {
    const parsed = { alpha: group.parse(choice.alpha), beta: group.parse(choice.beta) }
    const prefix = `prove|${context}|${choice.alpha},${choice.beta}|`
    const proofs = individual_proofs[index] as Proof[]
    if (!verifyDisjunctionProof(group, prefix, publicKey, [claim(parsed, 0), claim(parsed, 1)], proofs)) {
      return 'individual-proof'
    }
    parsedChoices.push(parsed)
  }
  const whole = buildAnswerProofHashInput(context, choices)
  if (question.blank) return verifyBlankAnswer(group, question, publicKey, whole, parsedChoices, answer)
  const sum = sumChoices(group, parsedChoices)
  const [alpha, beta] = group.format([sum.alpha, sum.beta])
  const allowed = listAllowedCountsOfChosenAnswers(question).map(value => claim(sum, value))
  return verifyDisjunctionProof(group, `prove|${whole}|${alpha},${beta}|`, publicKey, allowed, overall_proof)
    ? undefined
    : 'overall-proof'
}
