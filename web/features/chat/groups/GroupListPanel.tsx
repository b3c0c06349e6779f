import '@mantine/core/styles/Menu.css'
import { ActionIcon, Box, Flex, Skeleton, Tabs } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconMessagePlus, IconPlus, IconUsersPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import { type GroupTab, groupTabs } from '#web/features/chat/chat.search.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { RowSkeletonLines } from '#web/ui/list/RowsSkeleton.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { GroupListRow } from './GroupListRow.tsx'
import { GroupSearchResults } from './GroupSearchResults.tsx'
import { IncrementallyRenderedGroupList } from './IncrementallyRenderedGroupList.tsx'
import type { useGroupsWithVerifiedServerData } from './use-groups-with-verified-server-data.ts'

/** Id of the button that opens a dialog for a new conversation and receives the focus when the dialog closes. */
export const newConversationButtonId = 'new-conversation'

/** Placeholder of the group list with the size and padding of its rows. */
function GroupListSkeleton() {
  return (
    <div className={styles.items} aria-busy>
      {Array.from({ length: 8 }, (_, index) => index).map(row => (
        <Flex key={row} gap={12} align="center" p={10} h={{ base: 72, sm: 67 }}>
          <Skeleton height={42} width={42} radius="md" />
          <Box flex={1}>
            <RowSkeletonLines isWide={row % 2 === 0} />
          </Box>
        </Flex>
      ))}
    </div>
  )
}

/** List of the chat groups of the open tab. Other tabs show a dot if one of their groups has unread messages. */
function GroupListTabs({
  groups,
  tab,
  onTab,
  item,
}: {
  groups: ReturnType<typeof useGroupsWithVerifiedServerData>
  tab: GroupTab
  onTab: (tab: GroupTab) => void
  item: (group: DescribedGroup) => ReactNode
}) {
  const all = groups.data ?? []
  const countUnreadMessagesOfTab = (tabName: GroupTab) =>
    all
      .filter(({ type }) => tabName !== 'all' && type === tabName)
      .reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  const shown = all.filter(({ type }) => tab === 'all' || type === tab)
  return (
    <Tabs
      value={tab}
      variant="pills"
      radius="xl"
      onChange={value => value && onTab(value as GroupTab)}
      classNames={{ root: styles.tabs, panel: styles.tabPanel }}
    >
      <TabList open={tab} className={styles.chips} style={{ gap: 6 }}>
        {groupTabs.map(tabName => (
          <Tabs.Tab
            key={tabName}
            value={tabName}
            miw={44}
            px={{ base: 10, sm: 7 }}
            py={8}
            fz={13}
            className={styles.chip}
          >
            {text.tabs[tabName]}
            {countUnreadMessagesOfTab(tabName) > 0 && tabName !== tab && (
              <span className={styles.dot}>
                <span className={styles.spoken}>
                  {text.unread({ count: countUnreadMessagesOfTab(tabName) })}
                </span>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>
        {groups.isPending && <GroupListSkeleton />}
        {isQueryErrorShownInsteadOfData(groups) && (
          <ErrorState error={groups.error} onRetry={() => groups.refetch()} />
        )}
        {groups.data && shown.length === 0 && <EmptyState text={text.empty[tab]} />}
        <IncrementallyRenderedGroupList key={tab} groups={shown} item={item} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Button that creates a group. On phones, which have no welcome panel, it also starts a direct conversation. Disabled while offline. */
function NewConversationButton({ onStart, onCreate }: { onStart: () => void; onCreate: () => void }) {
  const isPhone = useIsPhone()
  const { online: isOnline } = useNetwork()
  const look = { id: newConversationButtonId, variant: 'light', size: 36, disabled: !isOnline } as const
  const icon = <IconPlus size={18} aria-hidden />
  if (!isPhone) {
    return (
      <ActionIcon {...look} aria-label={text.newGroup} onClick={onCreate}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    // The menu gets the id of its button, because an open Mantine menu replaces the button's id by its own.
    <LazyMenu
      id={newConversationButtonId}
      button={
        <ActionIcon {...look} aria-label={text.new}>
          {icon}
        </ActionIcon>
      }
    >
      {Menu => (
        <>
          <Menu.Item leftSection={<IconMessagePlus size={18} aria-hidden />} onClick={onStart}>
            {text.startConversation}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={onCreate}>
            {text.newGroup}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  )
}

/** Panel with the user's chat groups, newest first, filtered by tab. Its search field also finds people. */
export function GroupListPanel({
  groups,
  myId,
  openId,
  tab,
  onTab,
  onOpen,
  onStart,
  onCreate,
  reportsLink,
  searchLink,
}: {
  groups: ReturnType<typeof useGroupsWithVerifiedServerData>
  myId: number
  openId?: number
  tab: GroupTab
  onTab: (tab: GroupTab) => void
  onOpen: (id: number) => void
  onStart: () => void
  onCreate: () => void
  reportsLink: ReactNode
  searchLink: (terms: string) => ReactNode
}) {
  const [search, setSearch] = useState('')
  const all = groups.data ?? []
  const renderGroupRow = (group: DescribedGroup) => (
    <GroupListRow
      key={group.id}
      group={group}
      myId={myId}
      isOpen={group.id === openId}
      onOpen={() => onOpen(group.id)}
    />
  )
  return (
    <section className={styles.panel} aria-label={text.panel}>
      <div className={styles.find}>
        <SearchField label={text.search} className={styles.field} value={search} onChange={setSearch} />
        <NewConversationButton onStart={onStart} onCreate={onCreate} />
        {reportsLink}
      </div>
      {search ? (
        <GroupSearchResults
          search={search}
          groups={all}
          item={renderGroupRow}
          link={searchLink(search)}
          onOpen={onOpen}
        />
      ) : (
        <GroupListTabs groups={groups} tab={tab} onTab={onTab} item={renderGroupRow} />
      )}
    </section>
  )
}
