import type { UserSummary } from '#shared/contracts/users/users.schemas.ts'
import { usersText } from '#texts/users.ts'
import { useUserSummary } from '#web/features/users/users.api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatCard, StatCards } from '#web/ui/layout/StatCard.tsx'

const memberFigures = (summary?: UserSummary): [string, number?][] => [
  [usersText.cards.activeMembers, summary?.byStatus.active],
  [usersText.cards.newThisMonth, summary?.newThisMonth],
  [usersText.cards.countries, summary?.countries],
  [usersText.cards.clubs, summary?.clubs],
]
const userFigures = (summary?: UserSummary): [string, number?][] => [
  [usersText.cards.total, summary?.total],
  [usersText.cards.activeUsers, summary?.byStatus.active],
  [usersText.cards.pending, summary?.byStatus.pending],
  [usersText.cards.rejected, summary?.byStatus.rejected],
]

export function UserSummaryCards({ of }: { of: 'members' | 'users' }) {
  const summary = useUserSummary()
  if (isQueryErrorShownInsteadOfData(summary))
    return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const figures = (of === 'members' ? memberFigures : userFigures)(summary.data)
  return (
    <StatCards isBusy={summary.isPending}>
      {figures.map(([label, value]) => (
        <StatCard key={label} label={label} value={value === undefined ? value : formatNumber(value)} />
      ))}
    </StatCards>
  )
}
