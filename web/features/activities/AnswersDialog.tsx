import { Button, Group, Modal, Stack } from '@mantine/core'
import * as z from 'zod/mini'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { type Answers, buildAnswersSchema } from '#shared/contracts/questions.ts'
import { useValidatedForm } from '#web/lib/use-checked-form.ts'
import { AnswerFields, readAnswerFields } from '#web/ui/AnswerFields.tsx'
import { useSubmitAnswers } from './activities.api.ts'
import { activitiesText, questionText as text } from './activities.text.ts'

/** Dialog for the organizer's questions. Submitting joins the activity or, with `given`, replaces earlier answers. */
export function AnswersDialog({
  activity,
  given,
  onClose,
}: {
  activity: ActivityRow
  given?: Answers
  onClose: () => void
}) {
  const { id, title, questions } = activity
  const sending = useSubmitAnswers(id, given === undefined)
  const { form, errors, submit } = useValidatedForm({
    schema: z.object({ answers: buildAnswersSchema(questions) }),
    sending,
    read: fields => ({ values: { answers: readAnswerFields(fields, questions) } }),
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={given ? text.mine : activitiesText.joinOne(title)}>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="md">
          <AnswerFields questions={questions} given={given} errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.cancel}
            </Button>
            <Button type="submit" disabled={sending.isPending}>
              {given ? text.save : activitiesText.join}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
