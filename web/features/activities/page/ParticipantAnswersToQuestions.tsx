import { Box, Flex } from '@mantine/core'
import type { Answers, Question } from '#shared/contracts/activities/questions.schemas.ts'
import { pageText } from '#texts/activities.ts'

/** Lists a participant's answers, each with its question. */
export function ParticipantAnswersToQuestions({
  questions,
  answers,
}: {
  questions: Question[]
  answers: Answers
}) {
  const answered = questions.filter(({ id }) => answers[id])
  if (answered.length === 0) return pageText.none
  return (
    <Flex component="dl" direction="column" gap={4} fz={13}>
      {answered.map(({ id, text }) => (
        <div key={id}>
          <Box component="dt" c="dimmed">
            {text}
          </Box>
          <Box component="dd" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {answers[id]}
          </Box>
        </div>
      ))}
    </Flex>
  )
}
