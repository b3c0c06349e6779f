import '@mantine/core/styles/Badge.css'
import { Badge, Skeleton, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { showNumber } from '#web/lib/format.ts'
import { TabList } from '#web/ui/TabList.tsx'
import { useUserSummary } from './users.api.ts'
import { type UserTab, userTabs } from './users.search.ts'
import { usersText as text } from './users.text.ts'

/** It has its place before it is known, so that the tabs stay where they are. */
function Waiting({ count }: { count?: number }) {
  if (count === undefined) return <Skeleton circle height={18} />
  if (count === 0) return null
  return (
    <Badge color="red" size="sm" circle={count < 10} aria-label={text.waiting(count)}>
      {showNumber(count)}
    </Badge>
  )
}

/** Only the open part is drawn, and asks for its data. */
export function UserTabs({
  tab,
  onChange,
  children,
}: {
  tab: UserTab
  onChange: (tab: UserTab) => void
  children: ReactNode
}) {
  const waiting = useUserSummary().data?.byStatus.pending
  return (
    <Tabs value={tab} onChange={value => onChange(value as UserTab)} keepMounted={false}>
      <TabList open={tab} mb="lg">
        {userTabs.map(name => (
          <Tabs.Tab key={name} value={name} rightSection={name === 'pending' && <Waiting count={waiting} />}>
            {text.tabs[name]}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}
