import { Button, Flex, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { motionChoices } from '#shared/constants.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText, motionText as text } from '#texts/motions.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { BarList } from '#web/ui/list/BarList.tsx'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { useMotionVotes } from './motions.api.ts'

/** Lists how each member voted on the motion. */
function MotionVoteList({ id }: { id: number }) {
  const votes = useMotionVotes(id, true)
  if (isQueryErrorShownInsteadOfData(votes))
    return <ErrorState error={votes.error} onRetry={() => votes.refetch()} />
  if (votes.isPending) return <Skeleton height={180} />
  return (
    <>
      <ul aria-label={text.votes}>
        {(votes.data?.pages.flat() ?? []).map(({ userId, person, choice }) => (
          <Flex key={userId} component="li" gap={12} align="center" py={8}>
            <PersonAvatar person={person} size={32} />
            <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              {person.fullName}
            </Text>
            <Text size="sm" fw={600} c={choice ? undefined : 'dimmed'}>
              {choice ? motionsText.choice[choice] : text.none}
            </Text>
          </Flex>
        ))}
      </ul>
      <LoadMoreButton list={votes} mt={0}>
        {text.more}
      </LoadMoreButton>
    </>
  )
}

/** Result of a motion as shares of all votes. A button shows how each member voted. */
export function MotionResult({
  motion: { id, status, voted },
  counts,
}: {
  motion: MotionDetail
  counts: NonNullable<MotionDetail['counts']>
}) {
  const [isListShown, setListShown] = useState(false)
  return (
    <Panel title={status === 'closed' ? text.result : text.running}>
      <Stack gap="md">
        <BarList
          bars={motionChoices.map(choice => ({
            key: choice,
            label: motionsText.choice[choice],
            count: counts[choice],
          }))}
          total={voted}
        />
        <Text size="sm" c="dimmed">
          {status === 'closed' ? text.share({ count: voted }) : text.runningNote}
        </Text>
        {isListShown ? (
          <MotionVoteList id={id} />
        ) : (
          <Button variant="default" onClick={() => setListShown(true)}>
            {text.showVotes}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}
