import '@mantine/core/styles/Badge.css'
import { Badge, Skeleton, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { usersText as text } from '#texts/users.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { useUserCountSummary } from './users.api.ts'
import { type UserTab, userTabs } from './users.search.ts'

/** Number of pending applicants in a tab. A placeholder reserves its space, so that the tabs do not shift. */
function PendingApplicantBadge({ count }: { count?: number }) {
  if (count === undefined) return <Skeleton circle height={18} />
  if (count === 0) return null
  return (
    <Badge color="red" size="sm" circle={count < 10} aria-label={text.waiting({ count })}>
      {formatNumber(count)}
    </Badge>
  )
}

/** Tabs of the user management page. Only the open tab is mounted and fetches its data. */
export function UserManagementTabs({
  tab,
  onChange,
  children,
}: {
  tab: UserTab
  onChange: (tab: UserTab) => void
  children: ReactNode
}) {
  const pendingCount = useUserCountSummary().data?.byStatus.pending
  return (
    <Tabs value={tab} onChange={value => onChange(value as UserTab)} keepMounted={false}>
      <TabList open={tab} mb="lg">
        {userTabs.map(name => (
          <Tabs.Tab
            key={name}
            value={name}
            // On phones, a tab is wider than its label and count, which are centred side by side.
            styles={{ tab: { justifyContent: 'center' }, tabLabel: { flex: 'none' } }}
            rightSection={name === 'pending' && <PendingApplicantBadge count={pendingCount} />}
          >
            {text.tabs[name]}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}
