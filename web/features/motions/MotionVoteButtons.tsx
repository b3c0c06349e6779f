import { Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { motionChoices } from '#shared/constants.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText, motionText as text } from '#texts/motions.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { StickyFooter } from '#web/ui/layout/StickyFooter.tsx'
import { useVoteOnMotion } from './motions.api.ts'

function BallotCastingPanel({ children }: { children: ReactNode }) {
  return (
    <Panel title={text.vote} subtitle={text.openVote}>
      {children}
    </Panel>
  )
}

/** On phones, the vote buttons stay visible above the navigation bar, because the text of a motion can be long. */
function MotionVoteBar({ children }: { children: ReactNode }) {
  return (
    <StickyFooter label={text.vote}>
      <Text fw={700}>{text.vote}</Text>
      <Text size="sm" c="dimmed" mb={10}>
        {text.openVote} {text.voteHelp}
      </Text>
      {children}
    </StickyFooter>
  )
}

/** Three equally prominent buttons for voting on a motion. The chosen button is filled and pressed. */
export function MotionVoteButtons({ motion: { id, ownChoice } }: { motion: MotionDetail }) {
  const vote = useVoteOnMotion(id)
  const isPhone = useIsPhone()
  const Frame = isPhone ? MotionVoteBar : BallotCastingPanel
  return (
    <Frame>
      <Stack gap="md">
        <Columns template={isPhone ? 'repeat(3, minmax(0, 1fr))' : undefined} gap={isPhone ? 8 : 12}>
          {motionChoices.map(choice => (
            <Button
              key={choice}
              size={isPhone ? 'sm' : 'md'}
              px={isPhone ? 4 : 8}
              variant={choice === ownChoice ? 'filled' : 'default'}
              aria-pressed={choice === ownChoice}
              // On phones, the chosen vote button has no tick, because three labels and a tick are too wide.
              leftSection={choice === ownChoice && !isPhone ? <IconCheck size={18} aria-hidden /> : undefined}
              disabled={vote.isPending}
              onClick={() => vote.mutate({ choice })}
            >
              {motionsText.choice[choice]}
            </Button>
          ))}
        </Columns>
        {!isPhone && (
          <Text size="sm" c="dimmed">
            {text.voteHelp}
          </Text>
        )}
      </Stack>
    </Frame>
  )
}
