import { Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { motionChoices } from '#shared/constants.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText, motionText as text } from '#texts/motions.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useVoteOnMotion } from './motions.api.ts'

/** Three buttons of equal weight. The chosen one carries a tick and is pressed. */
export function OwnVote({ motion: { id, ownChoice } }: { motion: MotionDetail }) {
  const vote = useVoteOnMotion(id)
  return (
    <Panel title={text.vote} subtitle={text.openVote}>
      <Stack gap="md">
        <Columns template="repeat(auto-fit, minmax(140px, 1fr))" gap={12}>
          {motionChoices.map(choice => (
            <Button
              key={choice}
              size="md"
              variant={choice === ownChoice ? 'filled' : 'default'}
              aria-pressed={choice === ownChoice}
              leftSection={choice === ownChoice ? <IconCheck size={18} aria-hidden /> : undefined}
              disabled={vote.isPending}
              onClick={() => vote.mutate({ choice })}
            >
              {motionsText.choice[choice]}
            </Button>
          ))}
        </Columns>
        <Text size="sm" c="dimmed">
          {text.voteHelp}
        </Text>
      </Stack>
    </Panel>
  )
}
