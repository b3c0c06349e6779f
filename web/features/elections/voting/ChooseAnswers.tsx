import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/CheckboxCard.css'
import '@mantine/core/styles/CheckboxIndicator.css'
import { Checkbox, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'

type Question = ElectionDetail['questions'][number]

/** Empty vector of choices. Where a blank vote is allowed, its mark comes first. */
export function emptyChoices({ candidates, hasBlank }: Question): number[] {
  return Array(candidates.length + (hasBlank ? 1 : 0)).fill(0)
}

export function isAnswered({ min, max, hasBlank }: Question, choices: number[]): boolean {
  if (hasBlank && choices[0] === 1) return true
  const total = choices.slice(hasBlank ? 1 : 0).reduce((sum, choice) => sum + choice, 0)
  return total >= min && total <= max
}

/** Answers of one question. Choosing a blank vote removes the other choices and the other way round. */
export function ChooseAnswers({
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
  const toggle = (at: number) => {
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
      <Text size="sm" c="dimmed">
        {text.chooseUpTo({ max, count: candidates.length })} · {text.chosen({ count: chosen })}
      </Text>
      {candidates.map(({ id, name }, index) => {
        const isChosen = choices[index + offset] === 1
        return (
          <Checkbox.Card
            key={id}
            p="md"
            radius="md"
            withBorder
            checked={isChosen}
            disabled={!isChosen && max > 1 && chosen >= max}
            onClick={() => toggle(index + offset)}
          >
            <Checkbox.Indicator mr="sm" style={{ verticalAlign: 'middle' }} />
            <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Checkbox.Card>
        )
      })}
      {hasBlank && (
        <Checkbox
          mt="xs"
          size="md"
          label={text.blank}
          checked={choices[0] === 1}
          onChange={({ currentTarget }) =>
            onChange(choices.map((_, index) => (index === 0 && currentTarget.checked ? 1 : 0)))
          }
        />
      )}
    </Stack>
  )
}
