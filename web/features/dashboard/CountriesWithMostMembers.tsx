import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { BarList } from '#web/ui/list/BarList.tsx'
import { DashboardPanelLink } from './DashboardPanelLink.tsx'

/** Countries with the most members. Each links to its members or, if the user may not list members, to its clubs. */
export function CountriesWithMostMembers({ user, data }: { user: CurrentUser; data: Dashboard }) {
  const to = getPermissionScopeOfActor(user).over === 'all' ? '/members' : '/clubs'
  const bars = data.topCountries.map(({ country, count }) => ({
    key: country,
    label: (
      <Link to={to} search={{ country }}>
        {getCountryName(country)}
      </Link>
    ),
    count,
  }))
  const more = can(user, 'analytics.members') ? (
    <DashboardPanelLink render={props => <Link to="/analytics" search={{ tab: 'geography' }} {...props} />}>
      {text.seeAll}
    </DashboardPanelLink>
  ) : (
    <DashboardPanelLink render={props => <Link to="/clubs" {...props} />}>{text.seeAll}</DashboardPanelLink>
  )
  return (
    <Panel title={text.topCountries} action={more}>
      {bars.length > 0 ? (
        <BarList bars={bars} total={data.totalMembers} />
      ) : (
        <Text c="dimmed">{text.noCountries}</Text>
      )}
    </Panel>
  )
}
