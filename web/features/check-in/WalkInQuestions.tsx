import { Button, Card, Stack, Text, Title } from '@mantine/core'
import * as z from 'zod/mini'
import type { SelfAnswer } from '#shared/contracts/check-in.ts'
import { answersTo } from '#shared/contracts/questions.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { AnswerFields, readAnswerFields } from '#web/ui/AnswerFields.tsx'
import styles from './CheckIn.module.css'
import { useAnswerWalkIn } from './check-in.api.ts'
import { selfText as text } from './check-in.text.ts'

type QuestionsResponse = Extract<SelfAnswer, { outcome: 'questions' }>

/** Form for the activity's questions to a member who has not joined. Submitting it checks the member in. */
export function WalkInQuestions({
  id,
  asked,
  onAnswered,
}: {
  id: number
  asked: QuestionsResponse
  onAnswered: (answer: SelfAnswer) => void
}) {
  const { title, questions, code } = asked
  const sending = useAnswerWalkIn(id, code)
  const { form, errors, submit } = useCheckedForm({
    schema: z.object({ answers: answersTo(questions) }),
    sending,
    read: fields => ({ values: { answers: readAnswerFields(fields, questions) } }),
    onSuccess: onAnswered,
  })
  return (
    <Card className={styles.self}>
      <Title order={2} ta="center">
        {text.questions}
      </Title>
      <Text ta="center" className={styles.title}>
        {title}
      </Text>
      <form ref={form} noValidate onSubmit={submit} className={styles.questions}>
        <Stack gap="md">
          <AnswerFields questions={questions} errors={errors} />
          <Button type="submit" disabled={sending.isPending}>
            {text.checkIn}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
