import { Skeleton } from '@mantine/core'
import type { UserSummary } from '#shared/contracts/users.ts'
import { showNumber } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { StatCard } from '#web/ui/StatCard.tsx'
import styles from './Users.module.css'
import { useUserSummary } from './users.api.ts'
import { usersText } from './users.text.ts'

const { cards } = usersText

const memberFigures = ({ byStatus, newThisMonth, countries, clubs }: UserSummary): [string, number][] => [
  [cards.activeMembers, byStatus.active],
  [cards.newThisMonth, newThisMonth],
  [cards.countries, countries],
  [cards.clubs, clubs],
]
const userFigures = ({ total, byStatus }: UserSummary): [string, number][] => [
  [cards.total, total],
  [cards.activeUsers, byStatus.active],
  [cards.pending, byStatus.pending],
  [cards.rejected, byStatus.rejected],
]

export function SummaryCards({ of }: { of: 'members' | 'users' }) {
  const summary = useUserSummary()
  if (isMissing(summary)) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const figures = summary.data && (of === 'members' ? memberFigures : userFigures)(summary.data)
  return (
    <div className={styles.cards}>
      {figures?.map(([label, value]) => <StatCard key={label} label={label} value={showNumber(value)} />) ??
        ['a', 'b', 'c', 'd'].map(key => <Skeleton key={key} height={104} radius={16} />)}
    </div>
  )
}
