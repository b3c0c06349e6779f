import type { UserSummary } from '#shared/contracts/users.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isDataMissing } from '#web/lib/is-missing.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { StatCard } from '#web/ui/StatCard.tsx'
import styles from './Users.module.css'
import { useUserSummary } from './users.api.ts'
import { usersText } from './users.text.ts'

const { cards } = usersText

const memberFigures = (summary?: UserSummary): [string, number?][] => [
  [cards.activeMembers, summary?.byStatus.active],
  [cards.newThisMonth, summary?.newThisMonth],
  [cards.countries, summary?.countries],
  [cards.clubs, summary?.clubs],
]
const userFigures = (summary?: UserSummary): [string, number?][] => [
  [cards.total, summary?.total],
  [cards.activeUsers, summary?.byStatus.active],
  [cards.pending, summary?.byStatus.pending],
  [cards.rejected, summary?.byStatus.rejected],
]

export function SummaryCards({ of }: { of: 'members' | 'users' }) {
  const summary = useUserSummary()
  if (isDataMissing(summary)) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const figures = (of === 'members' ? memberFigures : userFigures)(summary.data)
  return (
    <div className={styles.cards} aria-busy={summary.isPending}>
      {figures.map(([label, value]) => (
        <StatCard key={label} label={label} value={value === undefined ? value : formatNumber(value)} />
      ))}
    </div>
  )
}
