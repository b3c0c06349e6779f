import { Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { motionChoices } from '#shared/constants.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText, motionText as text } from '#texts/motions.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useVoteOnMotion } from './motions.api.ts'

/** Three equally prominent buttons for the vote. The chosen button has a tick and is pressed. */
export function OwnVote({ motion: { id, ownChoice } }: { motion: MotionDetail }) {
  const vote = useVoteOnMotion(id)
  return (
    <Panel title={text.vote} subtitle={text.openVote}>
      <Stack gap="md">
        <Columns template={{ xs: 'repeat(3, minmax(0, 1fr))' }} gap={12}>
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
