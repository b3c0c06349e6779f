import { useMediaQuery } from '@mantine/hooks'
import { IconBuildingCommunity, IconCalendarEvent, IconUsers, IconWorld } from '@tabler/icons-react'
import type { ActivityAnalytics, MemberAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { analyticsText as text } from '#texts/analytics.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDifferenceWithSign, formatPercentageChange } from '#web/lib/format/change.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { type Change, StatCard } from '#web/ui/layout/StatCard.tsx'
import styles from './Analytics.module.css'

const iconProps = { size: 20, stroke: 1.7, 'aria-hidden': true }

/**
 * Compares the number of activities with the whole previous month, because the card counts the current month. The whole
 * sentence does not fit into the badge of a phone's card.
 */
function describeActivityChange({ thisMonth, lastMonth }: ActivityAnalytics, isPhone: boolean): Change {
  const change = formatDifferenceWithSign(thisMonth, lastMonth)
  if (change.direction === 'same') {
    return isPhone
      ? { ...change, text: text.same, period: text.lastMonth }
      : { ...change, text: text.sameAsLastMonth, period: '' }
  }
  return { ...change, period: text.comparedWithLastMonth }
}

function describeCountryChange(now: number, before: number, isPhone: boolean): Change {
  const change = formatDifferenceWithSign(now, before)
  if (change.direction !== 'up') return { ...change, period: text.comparedWithLastMonth }
  return {
    ...change,
    text: isPhone ? change.text : `${change.text} ${text.newCountries}`,
    period: text.thisMonth,
  }
}

export function AnalyticsKeyMetricCards({
  members,
  activities,
}: {
  members?: MemberAnalytics
  activities?: ActivityAnalytics
}) {
  const isPhone = useIsPhone()
  // On the narrowest phones the key figure cards have no icons, so that their labels fit into one line.
  const hasIcons = useMediaQuery('(min-width: 23.5em)', true, { getInitialValueInEffect: false })
  if (!members || !activities) {
    return (
      <div className={styles.cards} aria-busy>
        {Object.values(text.cards).map(label => (
          // The cards with key figures have their final size while loading, so that the tabs below do not shift.
          <StatCard key={label} label={label} icon={hasIcons && <span />} note={'\u00a0'} />
        ))}
      </div>
    )
  }
  const { lastMonth } = members
  return (
    <section className={styles.cards} aria-label={text.figures}>
      <StatCard
        label={text.cards.members}
        value={formatNumber(members.totalMembers)}
        icon={hasIcons && <IconUsers {...iconProps} />}
        change={{
          ...formatPercentageChange(members.totalMembers, lastMonth.totalMembers),
          period: text.thisMonth,
        }}
      />
      <StatCard
        label={text.cards.clubs}
        value={formatNumber(members.totalClubs)}
        icon={hasIcons && <IconBuildingCommunity {...iconProps} />}
        tone="purple"
        change={{
          ...formatPercentageChange(members.totalClubs, lastMonth.totalClubs),
          period: text.thisMonth,
        }}
      />
      <StatCard
        label={text.cards.countries}
        value={formatNumber(members.clubCountries)}
        icon={hasIcons && <IconWorld {...iconProps} />}
        tone="info"
        change={describeCountryChange(members.clubCountries, lastMonth.clubCountries, isPhone)}
      />
      <StatCard
        label={text.cards.activities}
        value={formatNumber(activities.thisMonth)}
        icon={hasIcons && <IconCalendarEvent {...iconProps} />}
        tone="warn"
        change={describeActivityChange(activities, isPhone)}
      />
    </section>
  )
}
