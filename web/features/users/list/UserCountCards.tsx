import type { UserSummary } from '#shared/contracts/users/users.schemas.ts'
import { usersText } from '#texts/users.ts'
import { useUserCountSummary } from '#web/features/users/users.api.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatCard, StatCards } from '#web/ui/layout/StatCard.tsx'

const listMemberSummaryFigures = (summary?: UserSummary): [string, number?][] => [
  [usersText.cards.activeMembers, summary?.byStatus.active],
  [usersText.cards.newThisMonth, summary?.newThisMonth],
  [usersText.cards.countries, summary?.countries],
  [usersText.cards.clubs, summary?.clubs],
]
const listUserSummaryFigures = (summary?: UserSummary): [string, number?][] => [
  [usersText.cards.total, summary?.total],
  [usersText.cards.activeUsers, summary?.byStatus.active],
  [usersText.cards.pending, summary?.byStatus.pending],
  [usersText.cards.rejected, summary?.byStatus.rejected],
]

/** Cards with counts of all users, above a user list. Phones hide the cards while the list is filtered. */
export function UserCountCards({ of, filter }: { of: 'members' | 'users'; filter: UserFilter }) {
  const summary = useUserCountSummary()
  const isPhone = useIsPhone()
  // The summary cards stay visible during a search, because hiding them would move the search field.
  if (isPhone && Object.entries(filter).some(([name, value]) => name !== 'search' && value)) return null
  if (isQueryErrorShownInsteadOfData(summary))
    return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const figures = (of === 'members' ? listMemberSummaryFigures : listUserSummaryFigures)(summary.data)
  return (
    <StatCards isBusy={summary.isPending}>
      {figures.map(([label, value]) => (
        <StatCard key={label} label={label} value={value === undefined ? value : formatNumber(value)} />
      ))}
    </StatCards>
  )
}
