import { Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText, reviewText } from '#texts/ballots.ts'

type Question = ElectionDetail['questions'][number]

/** Lists the answers that the voter has chosen for a question, or says that the vote is blank. */
function describeChosenAnswer({ candidates, hasBlank }: Question, choices: number[]): string {
  if (hasBlank && choices[0] === 1) return ballotText.blank
  const offset = hasBlank ? 1 : 0
  const names = candidates.filter((_, index) => choices[index + offset] === 1).map(({ name }) => name)
  return names.join(', ') || reviewText.noChoice
}

/** Lists the voter's answers to all questions for a final review before the vote is sent. */
export function ChosenAnswersSummary({ questions, choices }: { questions: Question[]; choices: number[][] }) {
  return (
    <dl style={{ margin: 0 }}>
      {questions.map((question, index) => (
        <div key={question.id}>
          <Text component="dt" size="sm" c="dimmed">
            {question.text}
          </Text>
          <Text component="dd" m={0} mb={8} fw={600} style={{ overflowWrap: 'anywhere' }}>
            {describeChosenAnswer(question, choices[index] ?? [])}
          </Text>
        </div>
      ))}
    </dl>
  )
}
