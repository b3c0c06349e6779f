import { Box, Flex, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { electionText as text } from '#texts/elections.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { BarList } from '#web/ui/list/BarList.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'

type Question = ElectionDetail['questions'][number]

const describeChoiceRange = ({ min, max }: Question) =>
  min === 1 && max === 1 ? text.chooseOne : text.choose({ min, max })

/**
 * Finds the candidates elected to the places of a question. Candidates with equal votes for the last places are
 * reported as tied.
 */
export function findElectedCandidates(
  counts: number[],
  places: number,
): { elected: number[]; tied: number[] } {
  const ranked = counts.map((count, index) => ({ count, index })).sort((a, b) => b.count - a.count)
  const limit = ranked[places - 1]?.count ?? 0
  const above = ranked.filter(({ count }) => count > limit)
  const atLimit = ranked.filter(({ count }) => count === limit && count > 0)
  if (above.length + atLimit.length <= places)
    return { elected: [...above, ...atLimit].map(({ index }) => index), tied: [] }
  return { elected: above.map(({ index }) => index), tied: atLimit.map(({ index }) => index) }
}

function QuestionResult({
  question,
  result,
  ballots,
}: {
  question: Question
  result: NonNullable<Question['result']>
  ballots: number
}) {
  const { elected, tied } = findElectedCandidates(result.counts, question.max)
  const isPhone = useIsPhone()
  const renderOutcome = (index: number) =>
    elected.includes(index) ? (
      <ColouredBadge tone="good">{text.elected}</ColouredBadge>
    ) : (
      tied.includes(index) && <ColouredBadge tone="warn">{text.tie}</ColouredBadge>
    )
  const bars = question.candidates.map(({ id, name, person, statement }, index) => ({
    key: String(id),
    isMuted: !elected.includes(index) && !tied.includes(index),
    label: (
      <Flex component="span" gap={8} align="center">
        {person && <PersonAvatar person={person} size={28} />}
        <Text span inherit fw={600}>
          {name}
        </Text>
        {!isPhone && renderOutcome(index)}
      </Flex>
    ),
    note: (statement || (isPhone && renderOutcome(index))) && (
      <Stack gap={6} pt={6} pb={2} align="flex-start">
        {isPhone && renderOutcome(index)}
        {statement && (
          <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
            {statement}
          </Text>
        )}
      </Stack>
    ),
    count: result.counts[index] ?? 0,
  }))
  const blank =
    result.blank === null
      ? []
      : [{ key: 'blank', label: text.blankCount, count: result.blank, isMuted: true }]
  return (
    <Stack gap="sm">
      <BarList bars={[...bars, ...blank]} total={ballots} />
      <Text size="sm" c="dimmed">
        {(question.max > 1 ? text.shareOfSeveral : text.share)({ count: ballots })}
      </Text>
    </Stack>
  )
}

function CandidateList({ question, isDraft }: { question: Question; isDraft: boolean }) {
  return (
    <ul>
      {question.candidates.map(({ id, name, person, statement, status }, index) => (
        <Flex
          key={id}
          component="li"
          gap={12}
          pt={index > 0 ? 10 : 0}
          pb={index < question.candidates.length - 1 ? 10 : 0}
          align={statement ? 'flex-start' : 'center'}
          style={index > 0 ? { borderTop: '1px solid var(--line)' } : undefined}
        >
          {person && <PersonAvatar person={person} size={40} />}
          <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Flex
              gap="4px 12px"
              direction={{ base: 'column', sm: 'row' }}
              align={{ base: 'flex-start', sm: 'center' }}
              justify="space-between"
            >
              <Text fw={600}>{name}</Text>
              {isDraft && person && (
                <ColouredBadge tone={status === 'accepted' ? 'good' : status === 'declined' ? 'bad' : 'warn'}>
                  {text.nomination[status]}
                </ColouredBadge>
              )}
            </Flex>
            {statement && (
              <Text size="sm" mt={2} style={{ whiteSpace: 'pre-wrap' }}>
                {statement}
              </Text>
            )}
          </Box>
        </Flex>
      ))}
    </ul>
  )
}

/** Election question with its candidates and their statements and, after publication, their shares of all ballots. */
export function ElectionQuestionResultPanel({
  question,
  election,
}: {
  question: Question
  election: ElectionDetail
}) {
  const details = [describeChoiceRange(question), question.hasBlank && text.blank].filter(Boolean).join(' · ')
  return (
    <Panel title={question.text} subtitle={details}>
      {question.result ? (
        <QuestionResult question={question} result={question.result} ballots={election.voted} />
      ) : (
        <CandidateList question={question} isDraft={election.status === 'draft'} />
      )}
    </Panel>
  )
}
