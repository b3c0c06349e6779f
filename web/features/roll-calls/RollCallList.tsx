import { Box, Button, Card, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { rollCallsText as text } from '#texts/roll-calls.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { useRollCalls } from './roll-calls.api.ts'

const AskDialog = createLazyOverlay(
  async () => (await import('./StartRollCallDialog.tsx')).StartRollCallDialog,
)

function RollCallRows() {
  const list = useRollCalls()
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
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
      {list.data.map(({ id, country, city, message, createdAt, closedAt }) => (
        <li key={id}>
          <Link to="/safety/$id" params={{ id: String(id) }} className={cards.item}>
            <Box component="span" fz={13} c="dimmed">
              {[city, getCountryName(country)].filter(Boolean).join(', ')} · {formatTimeAgo(createdAt)} ·{' '}
              {closedAt ? text.closed : text.open}
            </Box>
            <span>{message}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function RollCallList({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const startButton = (
    <Button leftSection={<IconShieldCheck size={18} aria-hidden />} onClick={() => setDialogOpen(true)}>
      {text.ask}
    </Button>
  )
  return (
    <div className={cards.column}>
      <PageHeader subtitle={text.subtitle} actions={startButton} />
      <RollCallRows />
      {isDialogOpen && <AskDialog user={user} onClose={() => setDialogOpen(false)} />}
    </div>
  )
}
