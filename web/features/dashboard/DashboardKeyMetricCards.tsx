import { IconBuildingCommunity, IconClock, IconUsers, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { can } from '#shared/policies.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDifferenceWithSign, formatPercentageChange } from '#web/lib/format/change.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { StatCard } from '#web/ui/layout/StatCard.tsx'
import styles from './Dashboard.module.css'

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true }

/**
 * Key figures of the dashboard. Each card links to the list of the records it counts, if the user may see that list.
 */
export function DashboardKeyMetricCards({ user, data }: { user: CurrentUser; data: Dashboard }) {
  const { lastMonth, pendingApprovals } = data
  // On phones, up to three key figure cards share one row, so they have short labels and no icons.
  const isPhone = useIsPhone()
  const { members, countries, clubs } = isPhone ? text.brief : text
  return (
    <section className={styles.cards} aria-label={text.figures}>
      <StatCard
        label={members}
        value={formatNumber(data.totalMembers)}
        icon={!isPhone && <IconUsers {...icon} />}
        change={{
          ...formatPercentageChange(data.totalMembers, lastMonth.totalMembers),
          period: text.thisMonth,
        }}
        renderRoot={can(user, 'users.list') ? props => <Link to="/members" {...props} /> : undefined}
      />
      <StatCard
        label={countries}
        value={formatNumber(data.totalCountries)}
        icon={!isPhone && <IconWorld {...icon} />}
        tone="info"
        change={{
          ...formatDifferenceWithSign(data.totalCountries, lastMonth.totalCountries),
          period: text.thisMonth,
        }}
        renderRoot={
          can(user, 'analytics.members')
            ? props => <Link to="/analytics" search={{ tab: 'geography' }} {...props} />
            : props => <Link to="/clubs" {...props} />
        }
      />
      <StatCard
        label={clubs}
        value={formatNumber(data.totalClubs)}
        icon={!isPhone && <IconBuildingCommunity {...icon} />}
        tone="purple"
        change={{
          ...formatDifferenceWithSign(data.totalClubs, lastMonth.totalClubs),
          period: text.thisMonth,
        }}
        renderRoot={props => <Link to="/clubs" search={{ status: 'active' }} {...props} />}
      />
      {pendingApprovals !== null && (
        <StatCard
          label={text.pending}
          value={formatNumber(pendingApprovals)}
          icon={!isPhone && <IconClock {...icon} />}
          tone="warn"
          note={text.pendingNote}
          renderRoot={props => <Link to="/member-approval" {...props} />}
        />
      )}
    </section>
  )
}
