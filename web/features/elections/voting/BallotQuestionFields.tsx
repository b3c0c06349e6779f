import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/CheckboxCard.css'
import '@mantine/core/styles/CheckboxIndicator.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/RadioCard.css'
import '@mantine/core/styles/RadioIndicator.css'
import { Box, Checkbox, Flex, Group, Radio, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'

type Question = ElectionDetail['questions'][number]

/**
 * Returns an empty answer: a number for each choice, all zero. If blank votes are allowed, the first number stands for
 * the blank vote.
 */
export function createEmptyBallotChoices({ candidates, hasBlank }: Question): number[] {
  return Array(candidates.length + (hasBlank ? 1 : 0)).fill(0)
}

export function areBallotChoicesValid({ min, max, hasBlank }: Question, choices: number[]): boolean {
  if (hasBlank && choices[0] === 1) return true
  const total = choices.slice(hasBlank ? 1 : 0).reduce((sum, choice) => sum + choice, 0)
  return total >= min && total <= max
}

/** Answer to an election question as a large button with picture, name and beginning of the candidate's statement. */
function BallotAnswerCard({
  candidate: { name, person, statement },
  isChosen,
  isDisabled,
  isOnly,
  isBlank,
  onToggle,
}: {
  candidate: Pick<Question['candidates'][number], 'name' | 'person' | 'statement'>
  isChosen: boolean
  isDisabled?: boolean
  /** Whether the voter may choose only one answer, so that choosing an answer deselects the previous answer. */
  isOnly: boolean
  isBlank?: boolean
  onToggle: () => void
}) {
  const Answer = isOnly ? Radio : Checkbox
  return (
    <Answer.Card
      p={12}
      radius={12}
      withBorder
      checked={isChosen}
      disabled={isDisabled}
      bg={isChosen ? 'var(--tint)' : undefined}
      style={{
        borderColor: isChosen ? 'var(--kite)' : isBlank ? 'var(--outline)' : undefined,
        borderStyle: isBlank ? 'dashed' : undefined,
      }}
      onClick={onToggle}
    >
      <Flex component="span" gap={12} align="center" mih={32}>
        {person && <PersonAvatar person={person} size={44} />}
        <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text span fw={600} display="block">
            {name}
          </Text>
          {statement && (
            <Text span size="sm" lineClamp={2}>
              {statement}
            </Text>
          )}
        </Box>
        <Answer.Indicator
          size="md"
          {...(!isChosen && { bg: 'transparent', bd: '2px solid var(--outline)' })}
        />
      </Flex>
    </Answer.Card>
  )
}

/**
 * Lists the answers of a question. Choosing a blank vote removes the other choices, and choosing an answer removes the
 * blank vote.
 */
export function BallotQuestionFields({
  question,
  choices,
  onChange,
}: {
  question: Question
  choices: number[]
  onChange: (choices: number[]) => void
}) {
  const { candidates, hasBlank, max, text: title } = question
  const offset = hasBlank ? 1 : 0
  const chosen = choices.slice(offset).filter(Boolean).length
  const toggleAnswer = (at: number) => {
    if (max === 1 && choices[at] === 0) return onChange(choices.map((_, index) => (index === at ? 1 : 0)))
    onChange(
      choices.map((choice, index) => (index === at ? 1 - choice : hasBlank && index === 0 ? 0 : choice)),
    )
  }
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0 }}>
      <Text component="legend" fw={700} size="lg">
        {title}
      </Text>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {max === 1
            ? text.chooseOne({ count: candidates.length })
            : text.chooseUpTo({ max, count: candidates.length })}
        </Text>
        <ColouredBadge tone={chosen > 0 ? 'good' : 'neutral'}>{text.chosen({ count: chosen })}</ColouredBadge>
      </Group>
      {candidates.map((candidate, index) => (
        <BallotAnswerCard
          key={candidate.id}
          candidate={candidate}
          isChosen={choices[index + offset] === 1}
          isDisabled={choices[index + offset] === 0 && max > 1 && chosen >= max}
          isOnly={max === 1}
          onToggle={() => toggleAnswer(index + offset)}
        />
      ))}
      {max > 1 && chosen >= max && (
        <Text size="sm" c="dimmed">
          {text.full({ max })}
        </Text>
      )}
      {hasBlank && (
        <BallotAnswerCard
          candidate={{ name: text.blank, person: null, statement: '' }}
          isChosen={choices[0] === 1}
          isOnly={max === 1}
          isBlank
          onToggle={() => onChange(choices.map((choice, index) => (index === 0 ? 1 - choice : 0)))}
        />
      )}
    </Stack>
  )
}
