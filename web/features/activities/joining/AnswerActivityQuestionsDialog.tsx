import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import {
  type Answers,
  buildActivityQuestionAnswersSchema,
} from '#shared/contracts/activities/questions.schemas.ts'
import { activitiesText, questionText as text } from '#texts/activities.ts'
import { useSubmitAnswersToActivityQuestions } from '#web/features/activities/activities.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { QuestionAnswerFields, readQuestionAnswersFromForm } from '#web/ui/form/QuestionAnswerFields.tsx'

/** Dialog to answer an activity's questions, either to join the activity or to replace earlier answers (`given`). */
export function AnswerActivityQuestionsDialog({
  activity,
  given,
  onClose,
}: {
  activity: ActivityRow
  given?: Answers
  onClose: () => void
}) {
  const { id, title, questions } = activity
  const sending = useSubmitAnswersToActivityQuestions(id, given === undefined)
  const { form, errors, submit } = useValidatedForm({
    schema: z.object({ answers: buildActivityQuestionAnswersSchema(questions) }),
    sending,
    read: fields => ({ values: { answers: readQuestionAnswersFromForm(fields, questions) } }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={given ? text.mine : activitiesText.joinOne({ title })}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {given ? text.save : activitiesText.join}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <QuestionAnswerFields questions={questions} given={given} errors={errors} />
    </FormDialog>
  )
}
