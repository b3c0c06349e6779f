import '@mantine/core/styles/Tabs.css'
import '@mantine/core/styles/Badge.css'
import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { showNumber } from '#web/lib/format.ts'
import { useUserSummary } from './users.api.ts'
import { type UserTab, userTabs } from './users.search.ts'
import { usersText as text } from './users.text.ts'

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
  const waiting = useUserSummary().data?.byStatus.pending ?? 0
  return (
    <Tabs value={tab} onChange={value => onChange(value as UserTab)} keepMounted={false}>
      <Tabs.List mb="lg">
        {userTabs.map(name => (
          <Tabs.Tab
            key={name}
            value={name}
            rightSection={
              name === 'pending' &&
              waiting > 0 && (
                <Badge color="red" size="sm" circle={waiting < 10} aria-label={text.waiting(waiting)}>
                  {showNumber(waiting)}
                </Badge>
              )
            }
          >
            {text.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}
