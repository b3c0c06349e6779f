// Encrypts the voter's answer to one question and proves that the encrypted vote is allowed.
// See "Homomorphic answers" and "Proofs of possibly-blank votes" in the Belenios (voting protocol) specification.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { countChoicesOfQuestion, type Question } from '#shared/ballot/election.ts'
import {
  type Element,
  formatGroupElements,
  generator,
  identity,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { generateRandomScalar, reduceScalarModuloGroupOrder } from '#shared/ballot/group/scalar.ts'
import { proveDisjunction, type SecretStatement } from '#shared/ballot/proofs/disjunction.ts'
import type { Answer, Ciphertext, Proof } from '#shared/ballot/structures.ts'
import { buildAnswerProofHashInput, listAllowedCountsOfChosenAnswers } from './ballot-parts.ts'

interface EncryptedChoice {
  plaintext: number
  randomness: bigint
  alpha: Element
  beta: Element
  text: Ciphertext
}

function encryptChoice(publicKey: Element, plaintext: number): EncryptedChoice {
  const randomness = generateRandomScalar()
  const alpha = raiseToSecretExponentInConstantTime(generator, randomness)
  const masked = raiseToSecretExponentInConstantTime(publicKey, randomness)
  const beta = masked.add(plaintext === 1 ? generator : identity)
  const [alphaText, betaText] = formatGroupElements([alpha, beta]) as [string, string]
  return { plaintext, randomness, alpha, beta, text: { alpha: alphaText, beta: betaText } }
}

function proveChoice(context: string, publicKey: Element, choice: EncryptedChoice): Proof[] {
  const { plaintext, randomness, text } = choice
  const statements = [0, 1].map(value => ({ plaintext, randomness, value }))
  return proveDisjunction(`prove|${context}|${text.alpha},${text.beta}|`, publicKey, statements, plaintext)
}

function sumChoices(choices: EncryptedChoice[]): Omit<EncryptedChoice, 'text'> & { text: Ciphertext } {
  const alpha = choices.reduce((sum, choice) => sum.add(choice.alpha), identity)
  const beta = choices.reduce((sum, choice) => sum.add(choice.beta), identity)
  const [alphaText, betaText] = formatGroupElements([alpha, beta]) as [string, string]
  return {
    plaintext: choices.reduce((sum, choice) => sum + choice.plaintext, 0),
    randomness: reduceScalarModuloGroupOrder(choices.reduce((sum, choice) => sum + choice.randomness, 0n)),
    alpha,
    beta,
    text: { alpha: alphaText, beta: betaText },
  }
}

const stateValue = ({ plaintext, randomness }: EncryptedChoice, value: number): SecretStatement => ({
  plaintext,
  randomness,
  value,
})

/** True when all choices are 0 or 1 and the number of ones is allowed. A blank vote must choose no answer. */
export function isValidChoice(question: Question, choices: number[]): boolean {
  if (choices.length !== countChoicesOfQuestion(question)) return false
  if (choices.some(choice => choice !== 0 && choice !== 1)) return false
  const answers = question.blank ? choices.slice(1) : choices
  const total = answers.reduce((sum, choice) => sum + choice, 0)
  if (question.blank && choices[0] === 1) return total === 0
  return total >= question.min && total <= question.max
}

/**
 * Encrypts the voter's choices for a question and proves that they are allowed. If the question allows a
 * blank vote, the first choice is the blank-vote mark. Calls `onStep` after each choice.
 */
export function createEncryptedAnswer(
  question: Question,
  publicKey: Element,
  context: string,
  choices: number[],
  onStep: () => void,
): Answer {
  throwBallotErrorUnless(isValidChoice(question, choices), 'choice is not allowed')
  const encrypted = choices.map(choice => encryptChoice(publicKey, choice))
  const individual = encrypted.map(choice => {
    const proofs = proveChoice(context, publicKey, choice)
    onStep()
    return proofs
  })
  const texts = encrypted.map(({ text }) => text)
  const whole = buildAnswerProofHashInput(context, texts)
  const totals = listAllowedCountsOfChosenAnswers(question)
  if (!question.blank) {
    const sum = sumChoices(encrypted)
    const overall = proveDisjunction(
      `prove|${whole}|${sum.text.alpha},${sum.text.beta}|`,
      publicKey,
      totals.map(value => stateValue(sum, value)),
      sum.plaintext - question.min,
    )
    return { choices: texts, individual_proofs: individual, overall_proof: overall }
  }
  const [blank, ...answers] = encrypted as [EncryptedChoice, ...EncryptedChoice[]]
  const sum = sumChoices(answers)
  const isBlank = blank.plaintext === 1
  return {
    choices: texts,
    individual_proofs: individual,
    overall_proof: proveDisjunction(
      `bproof1|${whole}|`,
      publicKey,
      [stateValue(blank, 1), ...totals.map(value => stateValue(sum, value))],
      isBlank ? 0 : sum.plaintext - question.min + 1,
    ),
    blank_proof: proveDisjunction(
      `bproof0|${whole}|`,
      publicKey,
      [stateValue(blank, 0), stateValue(sum, 0)],
      isBlank ? 1 : 0,
    ),
  }
}
