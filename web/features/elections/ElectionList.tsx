import { Anchor, Box, Button, Card, Flex, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ElectionItem } from '#shared/contracts/elections/elections.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionsText as text } from '#texts/elections.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ElectionBadge } from './ElectionBadge.tsx'
import { useElections } from './elections.api.ts'

const ElectionDialog = createLazyOverlay(
  async () => (await import('./organising/ElectionDialog.tsx')).ElectionDialog,
)

/** The next date of an election in the time zone of its place. */
function describeTime(election: ElectionItem): string | undefined {
  const { status, timeZone, enrolmentEndsAt, opensAt, closesAt, publishedAt } = election
  const format = (timestamp: string) => formatPeriodInZone({ startDate: timestamp, endDate: null }, timeZone)
  if (status === 'announced') return text.enrolUntil({ time: format(enrolmentEndsAt) })
  if (status === 'roll_fixed') return text.opens({ time: format(opensAt) })
  if (status === 'open') return text.closes({ time: format(closesAt) })
  return publishedAt ? text.publishedAt({ time: format(publishedAt) }) : undefined
}

/** What the user has to do in an election, or has done. */
function describeOwnPart(election: ElectionItem): string | undefined {
  const { status, task, hasNomination, isEligible, isEnrolled, hasVoted } = election
  if (task !== 'none' && task !== 'wait') return text.trusteeTask
  if (hasNomination) return text.nominated
  if (hasVoted) return text.voted
  if (status === 'open' && isEnrolled) return text.voteNow
  if (isEnrolled) return text.enrolled
  return status === 'announced' && isEligible ? text.enrolNow : undefined
}

function ElectionRow({ election }: { election: ElectionItem }) {
  const { id, title, status, place } = election
  const ownPart = describeOwnPart(election)
  return (
    <Link to="/elections/$id" params={{ id: String(id) }} className={cards.item}>
      <Flex component="span" gap={12} justify="space-between" align="flex-start">
        <Text span fw={600}>
          {title}
        </Text>
        <ElectionBadge status={status} />
      </Flex>
      <Box component="span" fz={14} c="dimmed">
        {[getCountryName(place) ?? text.all, describeTime(election)].filter(Boolean).join(' · ')}
      </Box>
      {ownPart && (
        <Box component="span" fz={14} fw={600}>
          {ownPart}
        </Box>
      )}
    </Link>
  )
}

function Rows() {
  const list = useElections()
  if (isDataMissing(list)) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton height={104} radius={16} />
  if (list.data.length === 0) {
    return (
      <Card>
        <EmptyState text={text.empty} />
      </Card>
    )
  }
  return (
    <ul className={cards.list} aria-label={text.list}>
      {list.data.map(election => (
        <li key={election.id}>
          <ElectionRow election={election} />
        </li>
      ))}
    </ul>
  )
}

/** Elections in which the user takes part or which the user organises. */
export function ElectionList({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <Box component="section" className={cards.column} mb={24}>
      <Group justify="space-between" mb="sm">
        <Title order={3}>{text.title}</Title>
        {can(user, 'elections.manage') && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDialogOpen(true)}
          >
            {text.create}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {text.note}{' '}
        <Anchor component={Link} to="/help/elections" fz="inherit" underline="always">
          {text.help}
        </Anchor>
      </Text>
      <Rows />
      {isDialogOpen && <ElectionDialog user={user} onClose={() => setDialogOpen(false)} />}
    </Box>
  )
}
