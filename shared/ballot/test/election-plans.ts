import fc from 'fast-check'
import { isValidChoice } from '#shared/ballot/ballot/create-answer.ts'
import type { Question } from '#shared/ballot/election.ts'
import type { ElectionPlan } from './generated-election.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })

const question: fc.Arbitrary<Question> = fc
  .record({
    answers: fc.array(text, { minLength: 1, maxLength: 4 }),
    blank: fc.constantFrom(true, undefined),
    bounds: fc.tuple(fc.nat(4), fc.nat(4)),
    question: text,
  })
  .map(({ answers, blank, bounds, question: title }) => {
    const max = Math.min(answers.length, Math.max(1, ...bounds))
    const min = Math.min(max, ...bounds)
    return { answers, ...(blank ? { blank } : {}), min, max, question: title }
  })

/** Lists all combinations of choices that a voter can make for the question. */
export function listAllowedChoices(question: Question): number[][] {
  const size = question.answers.length + (question.blank ? 1 : 0)
  return Array.from({ length: 2 ** size }, (_, bits) =>
    Array.from({ length: size }, (_, at) => (bits >> at) & 1),
  ).filter(choices => isValidChoice(question, choices))
}

/** Generates plans of small random elections: questions, voters, repeated votes and thresholds. */
export const electionPlans: fc.Arbitrary<ElectionPlan> = fc
  .record({
    questions: fc.array(question, { minLength: 1, maxLength: 2 }),
    trustees: fc.integer({ min: 1, max: 4 }),
    thresholdSeed: fc.nat(3),
    voters: fc.integer({ min: 1, max: 4 }),
    votes: fc.array(fc.tuple(fc.nat(3), fc.nat(1000)), { maxLength: 5 }),
  })
  .map(({ questions, trustees, thresholdSeed, voters, votes }) => ({
    questions,
    trustees,
    threshold: (thresholdSeed % trustees) + 1,
    voters,
    votes: votes.map(([voter, seed]) => ({
      voter: voter % voters,
      choices: questions.map(item => {
        const options = listAllowedChoices(item)
        return options[seed % options.length] as number[]
      }),
    })),
  }))
