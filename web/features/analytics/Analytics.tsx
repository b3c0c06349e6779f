import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Button, Flex, Group, Skeleton, Switch, Tabs, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnalyticsPart } from '#shared/contracts/analytics/analytics.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { analyticsText as text } from '#texts/analytics.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { ActivityAnalyticsTab } from './ActivityAnalyticsTab.tsx'
import styles from './Analytics.module.css'
import { AnalyticsFilterChips, AnalyticsFilterPanel } from './AnalyticsFilters.tsx'
import { AnalyticsKeyMetricCards } from './AnalyticsKeyMetricCards.tsx'
import { buildAnalyticsExportUrl, useActivityAnalytics, useMemberAnalytics } from './analytics.api.ts'
import { type AnalyticsFilter, type AnalyticsTab, analyticsTabs } from './analytics.search.ts'
import { CommunicationAnalyticsTab } from './CommunicationAnalyticsTab.tsx'
import { FeeAnalyticsTab } from './FeeAnalyticsTab.tsx'
import { GeographyAnalyticsTab } from './GeographyAnalyticsTab.tsx'
import { MemberAnalyticsTab } from './MemberAnalyticsTab.tsx'

const partByTab: Record<AnalyticsTab, AnalyticsPart> = {
  members: 'members',
  activities: 'activities',
  geography: 'members',
  fees: 'fees',
  communication: 'communication',
}

/** Analytics page: key figures and a tab per topic. The filter and the open tab are stored in the URL. */
export function Analytics({
  user,
  tab,
  filter,
  onTab,
  onFilter,
}: {
  user: CurrentUser
  tab: AnalyticsTab
  filter: AnalyticsFilter
  onTab: (tab: AnalyticsTab) => void
  onFilter: (change: AnalyticsFilter) => void
}) {
  const members = useMemberAnalytics(filter)
  const activities = useActivityAnalytics(filter)
  const [asTable, setAsTable] = useState(false)
  const isLoading = members.isFetching || activities.isFetching
  const error = members.error ?? activities.error
  const tabs = analyticsTabs.filter(name => name !== 'communication' || can(user, 'analytics.communication'))
  const shown = tabs.includes(tab) ? tab : 'members'
  return (
    <>
      <Group gap={10} mb={16} className={styles.bar}>
        <Group gap={8} mih={36} className={styles.state}>
          <AnalyticsFilterChips filter={filter} onChange={onFilter} />
          <Text size="sm" c="dimmed" role="status">
            {members.dataUpdatedAt > 0 && text.updated({ time: formatTime(members.dataUpdatedAt) })}
          </Text>
        </Group>
        <AnalyticsFilterPanel filter={filter} onChange={onFilter} />
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={isLoading}
          onClick={() => refetchQueriesOfTopics(['figures'])}
        >
          {text.refresh}
        </Button>
        <ExportMenu urlFor={format => buildAnalyticsExportUrl(partByTab[shown], filter, format)} isShort />
      </Group>
      {error ? (
        <ErrorState error={error} onRetry={() => refetchQueriesOfTopics(['figures'])} />
      ) : (
        <AnalyticsKeyMetricCards members={members.data} activities={activities.data} />
      )}
      <Tabs value={shown} onChange={value => onTab(value as AnalyticsTab)} keepMounted={false}>
        <TabList open={shown}>
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {text.tabs[name]}
            </Tabs.Tab>
          ))}
        </TabList>
        <Flex justify={{ base: 'flex-start', sm: 'flex-end' }} my={{ base: 8, sm: 16 }}>
          <Switch
            label={text.asTable}
            checked={asTable}
            onChange={event => setAsTable(event.currentTarget.checked)}
          />
        </Flex>
        <Tabs.Panel value={shown}>
          {shown === 'communication' ? (
            <CommunicationAnalyticsTab filter={filter} asTable={asTable} />
          ) : shown === 'fees' ? (
            <FeeAnalyticsTab filter={filter} asTable={asTable} />
          ) : members.data && activities.data ? (
            <>
              {shown === 'members' && <MemberAnalyticsTab data={members.data} asTable={asTable} />}
              {shown === 'activities' && (
                <ActivityAnalyticsTab data={activities.data} filter={filter} asTable={asTable} />
              )}
              {shown === 'geography' && (
                <GeographyAnalyticsTab
                  data={members.data}
                  filter={filter}
                  asTable={asTable}
                  onFilter={onFilter}
                />
              )}
            </>
          ) : (
            !error && <Skeleton height={390} radius={16} />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
