import { useQuery } from '@tanstack/react-query'
import { Analytics } from '#web/features/analytics/Analytics.tsx'
import { type AnalyticsTab, readAnalyticsFilter } from '#web/features/analytics/analytics.search.ts'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { type AnalyticsPath, useUrlState } from './use-url-state.ts'

/** Analytics page for three URLs, which differ in the tab that is open at first. */
function AnalyticsScreen({ path, first: initialTab }: { path: AnalyticsPath; first: AnalyticsTab }) {
  const { data: user } = useQuery(currentUserQuery)
  const { search, set } = useUrlState(path)
  if (!user) return null
  return (
    <Analytics
      user={user}
      tab={search.tab ?? initialTab}
      filter={removeUnknownCountryFromFilter(readAnalyticsFilter(search))}
      onTab={tab => set({ tab }, true)}
      onFilter={change => set(change, true)}
    />
  )
}

export function AnalyticsPage() {
  return <AnalyticsScreen path="/analytics" first="members" />
}

export function CommunicationAnalyticsPage() {
  return <AnalyticsScreen path="/communication-analytics" first="communication" />
}

export function WebAnalyticsPage() {
  return <AnalyticsScreen path="/web-analytics" first="members" />
}
