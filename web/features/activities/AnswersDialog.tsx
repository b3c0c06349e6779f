import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import * as z from 'zod/mini'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { type Answers, answersTo, type Question } from '#shared/contracts/questions.ts'
import { readForm } from '#web/lib/forms.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { useAnswers } from './activities.api.ts'
import { activitiesText, questionText as text } from './activities.text.ts'

function AnswerField({ question, given, error }: { question: Question; given?: string; error?: string }) {
  const { id, text: label, isRequired, choices } = question
  const shared = { name: `answers.${id}`, label, withAsterisk: isRequired, error, defaultValue: given ?? '' }
  if (choices.length === 0) return <Textarea {...shared} autosize minRows={1} maxRows={8} maxLength={1000} />
  const none = { value: '', label: isRequired ? text.choose : text.noAnswer }
  return <NativeSelect {...shared} data={[none, ...choices.map(value => ({ value, label: value }))]} />
}

/** What the organiser wants to know. `given`: what one has answered before; without it one joins by answering. */
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
  const sending = useAnswers(id, given === undefined)
  const { form, errors, submit } = useCheckedForm({
    schema: z.object({ answers: answersTo(questions) }),
    sending,
    read: fields => {
      const typed = readForm(fields)
      const answers = Object.fromEntries(questions.map(one => [one.id, typed[`answers.${one.id}`] ?? '']))
      return { values: { answers } }
    },
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={given ? text.mine : activitiesText.joinOne(title)}>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {text.seenBy}
          </Text>
          {questions.map(question => (
            <AnswerField
              key={question.id}
              question={question}
              given={given?.[question.id]}
              error={errors[`answers.${question.id}`]}
            />
          ))}
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
