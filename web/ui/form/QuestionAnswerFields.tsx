import { NativeSelect, Text, Textarea } from '@mantine/core'
import type { Answers, Question } from '#shared/contracts/activities/questions.schemas.ts'
import { answerFieldText as text } from '#texts/form-fields.ts'
import { type FieldErrors, readFormValues } from '#web/lib/form/forms.ts'

function QuestionAnswerField({
  question,
  given,
  error,
}: {
  question: Question
  given?: string
  error?: string
}) {
  const { id, text: label, isRequired, choices } = question
  const fieldProps = {
    name: `answers.${id}`,
    label,
    withAsterisk: isRequired,
    error,
    defaultValue: given ?? '',
  }
  if (choices.length === 0)
    return <Textarea {...fieldProps} autosize minRows={1} maxRows={8} maxLength={1000} />
  const emptyChoice = { value: '', label: isRequired ? text.choose : text.noAnswer }
  return (
    <NativeSelect {...fieldProps} data={[emptyChoice, ...choices.map(value => ({ value, label: value }))]} />
  )
}

/** Form fields for the questions of an activity. `readQuestionAnswersFromForm` reads the entered answers. */
export function QuestionAnswerFields({
  questions,
  given,
  errors,
}: {
  questions: Question[]
  given?: Answers
  errors: FieldErrors
}) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {text.seenBy}
      </Text>
      {questions.map(question => (
        <QuestionAnswerField
          key={question.id}
          question={question}
          given={given?.[question.id]}
          error={errors[`answers.${question.id}`]}
        />
      ))}
    </>
  )
}

export function readQuestionAnswersFromForm(form: HTMLFormElement, questions: Question[]): Answers {
  const typed = readFormValues(form)
  return Object.fromEntries(questions.map(({ id }) => [id, typed[`answers.${id}`] ?? '']))
}
