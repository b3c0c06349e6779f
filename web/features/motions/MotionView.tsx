import { Alert, Box, Card, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { motionsText, motionText as text } from '#texts/motions.ts'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { MotionOrganiserButtons } from './MotionOrganiserButtons.tsx'
import { MotionResult } from './MotionResult.tsx'
import { MotionStatusBadge } from './MotionStatusBadge.tsx'
import { MotionVoteButtons } from './MotionVoteButtons.tsx'
import { useMotion } from './motions.api.ts'

function MotionFacts({ motion }: { motion: MotionDetail }) {
  const { majority, quorum, closedAt, closesAt, timeZone, voterCount, voted } = motion
  const time = formatDeadline(closedAt ?? closesAt, timeZone)
  return (
    <Columns component="dl" template={{ sm: 'repeat(2, minmax(0, 1fr))' }} gap={16} m={0}>
      <LabelledValue label={closedAt ? text.closedAt : text.closes}>
        {time}{' '}
        <Text span display="inline-block">
          ({formatTimeZoneLabel(timeZone)})
        </Text>
      </LabelledValue>
      {voterCount !== null && (
        <LabelledValue label={text.roll}>{text.turnout({ voted, total: voterCount })}</LabelledValue>
      )}
      <LabelledValue label={text.majority}>{motionsText.majority[majority]}</LabelledValue>
      <LabelledValue label={text.quorum}>
        {quorum === null ? text.noQuorum : text.quorumCount({ count: quorum })}
      </LabelledValue>
    </Columns>
  )
}

/** Page of one motion: its text and dates, the user's vote and the result. */
export function MotionView({ id, user }: { id: number; user: CurrentUser }) {
  const query = useMotion(id)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const motion = query.data
  if (!motion) return <Skeleton height={360} maw={820} radius={16} />
  const isOwnVoteOpen = motion.status === 'open' && motion.isVoter
  return (
    <div className={cards.page} data-wide={isOwnVoteOpen || undefined}>
      <Box style={{ gridColumn: '1 / -1' }}>
        <BackLink to="/elections">{text.back}</BackLink>
      </Box>
      <Stack gap={16}>
        <Card component="section">
          <Stack gap="md">
            <div>
              <Flex gap={12} justify="space-between" align="flex-start">
                <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
                  {motion.title}
                </Title>
                <MotionStatusBadge motion={motion} />
              </Flex>
              <Text size="sm" c="dimmed" mt={4}>
                {getCountryName(motion.place) ?? motionsText.all}
                <DotSeparatedList
                  parts={[
                    text.proposer({ name: motion.proposer.fullName }),
                    text.seconder({ name: motion.seconder.fullName }),
                  ]}
                />
              </Text>
            </div>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{motion.body}</Text>
            <MotionFacts motion={motion} />
            {motion.closeReason && (
              <Alert variant="default">{text.reason({ reason: motion.closeReason })}</Alert>
            )}
            {motion.canManage && <MotionOrganiserButtons user={user} motion={motion} />}
          </Stack>
        </Card>
        {motion.status === 'open' && !motion.isVoter && <Alert variant="default">{text.notVoter}</Alert>}
        {motion.status !== 'draft' && motion.counts && (
          <MotionResult motion={motion} counts={motion.counts} />
        )}
      </Stack>
      {isOwnVoteOpen && <MotionVoteButtons motion={motion} />}
    </div>
  )
}
