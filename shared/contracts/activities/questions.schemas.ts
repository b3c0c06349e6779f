// Questions of an activity's organizer to participants, and the answers of the participants.
// Server and client validate the questions and answers of an activity by the same rules.
import * as z from 'zod/mini'
import { buildMultiLineTextSchema, buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { questionFieldErrors } from '#texts/field-errors.ts'

export const maxQuestions = 5
const mostChoices = 10

const choices = { error: () => questionFieldErrors.choices({ maximum: mostChoices }) }

/**
 * Stored questions of an activity in responses. Length limits are not checked here, because names redacted after an
 * erasure change the length.
 */
export const storedQuestions = z.array(
  z.object({ id: z.string(), text: z.string(), isRequired: z.boolean(), choices: z.array(z.string()) }),
)

const question = z.strictObject({
  /** Id of the organizer's question, chosen by the browser that created the question. Answers are stored by this id. */
  id: z.uuid(),
  text: buildSingleLineTextSchema(200).check(z.minLength(1, { error: () => questionFieldErrors.text })),
  isRequired: z.boolean(),
  /** Options that participants can choose as answer; empty for a free-text question. */
  choices: z.array(buildSingleLineTextSchema(100).check(z.minLength(1, choices))).check(
    z.refine(list => list.length !== 1 && list.length <= mostChoices, choices),
    z.refine(list => new Set(list).size === list.length, {
      error: () => questionFieldErrors.sameChoiceTwice,
    }),
  ),
})
export type Question = z.output<typeof question>

export const questions = z.array(question).check(
  z.maxLength(maxQuestions, { error: () => questionFieldErrors.tooMany({ maximum: maxQuestions }) }),
  z.refine(list => new Set(list.map(({ id }) => id)).size === list.length),
)

/** Answers of a participant by question id. Unanswered questions are omitted. */
export const answers = z.record(z.string(), z.string())
export type Answers = z.infer<typeof answers>

export const submittedAnswers = z.record(z.uuid(), buildMultiLineTextSchema(1000))
export const answersBody = z.strictObject({ answers: submittedAnswers })
export const joinActivityBody = z.nullish(z.strictObject({ answers: z.optional(submittedAnswers) }))

function buildAnswerSchema({ isRequired, choices: list }: Question) {
  const schema =
    list.length > 0
      ? z.string().check(
          z.refine(text => text === '' || list.includes(text), {
            error: () => questionFieldErrors.chooseOne,
          }),
        )
      : buildMultiLineTextSchema(1000)
  return isRequired ? schema.check(z.minLength(1, { error: () => questionFieldErrors.answer })) : schema
}

/**
 * Builds the schema of the form in which participants answer an activity's questions, by question id. An unanswered
 * question is an empty text.
 */
export function buildActivityQuestionAnswersSchema(asked: Question[]) {
  return z.strictObject(Object.fromEntries(asked.map(question => [question.id, buildAnswerSchema(question)])))
}
