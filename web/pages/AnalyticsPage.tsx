import { useQuery } from '@tanstack/react-query'
import { Analytics } from '#web/features/analytics/Analytics.tsx'
import { type AnalyticsTab, readAnalyticsFilter } from '#web/features/analytics/analytics.search.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { type AnalyticsPath, useAddress } from './use-address.ts'

/** The same screen at three addresses; each says with which part it begins. */
function AnyAnalytics({ path, first }: { path: AnalyticsPath; first: AnalyticsTab }) {
  const { data: user } = useQuery(meQuery)
  const { search, set } = useAddress(path)
  if (!user) return null
  return (
    <Analytics
      user={user}
      tab={search.tab ?? first}
      filter={readAnalyticsFilter(search)}
      onTab={tab => set({ tab }, true)}
      onFilter={change => set(change, true)}
    />
  )
}

export function AnalyticsPage() {
  return <AnyAnalytics path="/analytics" first="members" />
}

export function CommunicationAnalyticsPage() {
  return <AnyAnalytics path="/communication-analytics" first="communication" />
}

export function WebAnalyticsPage() {
  return <AnyAnalytics path="/web-analytics" first="members" />
}
