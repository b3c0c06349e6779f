import { badInput, conflict } from '#server/errors.ts'
import {
  type Answers,
  buildActivityQuestionAnswersSchema,
  type Question,
} from '#shared/contracts/activities/questions.schemas.ts'

/** Validates answers to activity questions and drops empty ones. Throws 400 when a required answer is missing. */
export function validateAnswersToActivityQuestions(questions: Question[], submitted: Answers = {}): Answers {
  // An answer to an unknown question means that the questions have changed since the form was loaded.
  if (Object.keys(submitted).some(id => !questions.some(question => question.id === id)))
    throw conflict('questions_changed')
  const complete = Object.fromEntries(questions.map(({ id }) => [id, submitted[id] ?? '']))
  const { success, data, error } = buildActivityQuestionAnswersSchema(questions).safeParse(complete)
  if (!success)
    throw badInput(
      Object.fromEntries(error.issues.map(issue => [`answers.${issue.path.join('.')}`, issue.message])),
    )
  return Object.fromEntries(Object.entries(data as Answers).filter(([, text]) => text !== ''))
}
