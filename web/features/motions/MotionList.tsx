import { Box, Button, Card, Flex, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { MotionItem } from '#shared/contracts/motions/motions.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { motionsText as text } from '#texts/motions.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { MotionBadge } from './MotionBadge.tsx'
import { useMotions } from './motions.api.ts'

const MotionDialog = createLazyOverlay(async () => (await import('./MotionDialog.tsx')).MotionDialog)

function describeOwnVote({ isVoter, status, ownChoice }: MotionItem): string | undefined {
  if (!isVoter) return undefined
  if (ownChoice) return text.voted({ choice: text.choice[ownChoice] })
  return status === 'open' ? text.waiting : undefined
}

function MotionRow({ motion }: { motion: MotionItem }) {
  const { id, title, place, timeZone, closesAt, closedAt } = motion
  const time = formatPeriodInZone({ startDate: closedAt ?? closesAt, endDate: null }, timeZone)
  const ownVote = describeOwnVote(motion)
  return (
    <Link to="/motions/$id" params={{ id: String(id) }} className={cards.item}>
      <Flex component="span" gap={12} justify="space-between" align="flex-start">
        <Text span fw={600}>
          {title}
        </Text>
        <MotionBadge motion={motion} />
      </Flex>
      <Box component="span" fz={14} c="dimmed">
        {getCountryName(place) ?? text.all} · {closedAt ? text.closedAt({ time }) : text.closes({ time })}
      </Box>
      {ownVote && (
        <Box component="span" fz={14} fw={600}>
          {ownVote}
        </Box>
      )}
    </Link>
  )
}

function Rows() {
  const list = useMotions()
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
      {list.data.map(motion => (
        <li key={motion.id}>
          <MotionRow motion={motion} />
        </li>
      ))}
    </ul>
  )
}

/** Motions that the user may vote on or organises. */
export function MotionList({ user }: { user: CurrentUser }) {
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
        {text.note}
      </Text>
      <Rows />
      {isDialogOpen && <MotionDialog user={user} onClose={() => setDialogOpen(false)} />}
    </Box>
  )
}
