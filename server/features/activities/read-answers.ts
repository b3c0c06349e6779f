import { badInput, conflict } from '#server/errors.ts'
import { type Answers, answersTo, type Question } from '#shared/contracts/questions.ts'

/** What is kept of the answers to these questions; refused when one that is required is missing. */
export function readAnswers(asked: Question[], given: Answers = {}): Answers {
  // Answers to what is no longer asked: whoever sends them saw other questions than there are.
  if (Object.keys(given).some(id => !asked.some(one => one.id === id))) throw conflict('questions_changed')
  const whole = Object.fromEntries(asked.map(({ id }) => [id, given[id] ?? '']))
  const { success, data, error } = answersTo(asked).safeParse(whole)
  if (!success)
    throw badInput(
      Object.fromEntries(error.issues.map(issue => [`answers.${issue.path.join('.')}`, issue.message])),
    )
  return Object.fromEntries(Object.entries(data as Answers).filter(([, text]) => text !== ''))
}
