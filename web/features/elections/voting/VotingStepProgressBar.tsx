import { Box, Flex, Text } from '@mantine/core'
import { ballotText as text } from '#texts/ballots.ts'

/** Progress bar of casting a ballot, with one segment for each step. The review is the last step. */
export function VotingStepProgressBar({
  step,
  count,
  label,
}: {
  step: number
  count: number
  /** Name of the current voting step, shown below the progress bar. */
  label: string
}) {
  const steps = Array.from({ length: count }, (_, index) => index + 1)
  return (
    <div>
      <Flex
        gap={6}
        role="progressbar"
        aria-label={text.vote}
        aria-valuemin={0}
        aria-valuenow={step}
        aria-valuemax={count}
      >
        {steps.map(number => (
          <Box key={number} flex={1} h={6} bdrs={3} bg={number <= step ? 'var(--kite)' : 'var(--line)'} />
        ))}
      </Flex>
      <Text size="sm" c="dimmed" mt={8}>
        {text.stepOf({ step, count })} · {label}
      </Text>
    </div>
  )
}
