import { Box, Button, Card, Stack, Text, Title } from '@mantine/core'
import * as z from 'zod/mini'
import { buildActivityQuestionAnswersSchema } from '#shared/contracts/activities/questions.schemas.ts'
import type { SelfCheckInResponse } from '#shared/contracts/check-in/check-in.schemas.ts'
import { selfCheckInText as text } from '#texts/check-in.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { QuestionAnswerFields, readQuestionAnswersFromForm } from '#web/ui/form/QuestionAnswerFields.tsx'
import styles from './CheckIn.module.css'
import { useSubmitWalkInQuestionAnswers } from './check-in.api.ts'

type QuestionsResponse = Extract<SelfCheckInResponse, { outcome: 'questions' }>

/** Form with the activity's questions for a member who has not joined. Submitting the form checks the member in. */
export function WalkInQuestionsForm({
  id,
  asked,
  onAnswered,
}: {
  id: number
  asked: QuestionsResponse
  onAnswered: (answer: SelfCheckInResponse) => void
}) {
  const { title, questions, code } = asked
  const sending = useSubmitWalkInQuestionAnswers(id, code)
  const { form, errors, submit } = useValidatedForm({
    schema: z.object({ answers: buildActivityQuestionAnswersSchema(questions) }),
    sending,
    read: fields => ({ values: { answers: readQuestionAnswersFromForm(fields, questions) } }),
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
      <Box ref={form} noValidate onSubmit={submit} component="form" w="100%">
        <Stack gap="md">
          <QuestionAnswerFields questions={questions} errors={errors} />
          <Button type="submit" disabled={sending.isPending}>
            {text.checkIn}
          </Button>
        </Stack>
      </Box>
    </Card>
  )
}
