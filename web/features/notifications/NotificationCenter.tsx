import { ActionIcon, Box, Button, Card, Tabs } from '@mantine/core'
import { IconCheck, IconChecks, IconDotsVertical, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { notificationsText as text } from '#texts/notifications.ts'
import { formatRelativeDate } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { LoadMoreButton } from '#web/ui/list/Pager.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { formatNotification } from './format-notification.ts'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './Notifications.module.css'
import {
  useAllNotifications,
  useMarkNotificationsRead,
  useUnreadNotificationCount,
} from './notifications.api.ts'
import { type NotificationTab, notificationTabs } from './notifications.search.ts'

/** Groups notifications by day without changing their order. */
function groupNotificationsByDay(items: Notification[]): [day: string, items: Notification[]][] {
  const days = new Map<string, Notification[]>()
  for (const item of items) {
    const day = formatRelativeDate(item.createdAt)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}

function NotificationRow({ item, onRead }: { item: Notification; onRead: () => void }) {
  return (
    <Columns component="li" template="minmax(0, 1fr) auto" align="center" className={styles.line}>
      <NotificationItem item={item} onOpen={() => !item.readAt && onRead()} />
      {!item.readAt && (
        <Box mr={8} visibleFrom="sm">
          <ButtonTooltip label={text.readOne}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={text.readNamed({ sentence: formatNotification(item) })}
              onClick={onRead}
            >
              <IconCheck size={20} aria-hidden />
            </ActionIcon>
          </ButtonTooltip>
        </Box>
      )}
      {/* On phones, tapping a notification opens it. All other actions on a notification are in a menu. */}
      <Box mr={4} hiddenFrom="sm">
        <LazyMenu
          button={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={text.actionsNamed({ sentence: formatNotification(item) })}
            >
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          }
        >
          {Menu => (
            <>
              {!item.readAt && (
                <Menu.Item leftSection={<IconCheck size={18} aria-hidden />} onClick={onRead}>
                  {text.readOne}
                </Menu.Item>
              )}
              <Menu.Item
                component={Link}
                to="/settings"
                hash="notifications"
                leftSection={<IconSettings size={18} aria-hidden />}
              >
                {text.choices}
              </Menu.Item>
            </>
          )}
        </LazyMenu>
      </Box>
    </Columns>
  )
}

function NotificationDays({ tab }: { tab: NotificationTab }) {
  const list = useAllNotifications(tab === 'unread' ? 'unread' : undefined)
  const markRead = useMarkNotificationsRead()
  const container = useRef<HTMLDivElement>(null)
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (list.isPending) return <RowsSkeleton />
  const items = list.data?.pages.flat() ?? []
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState text={tab === 'unread' ? text.emptyUnread : text.empty} />
      </Card>
    )
  }
  const markNotificationRead = (id: number) => {
    markRead.mutate({ ids: [id] })
    // The "mark as read" button disappears when pressed, so the notification list takes the keyboard focus.
    container.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={container} tabIndex={-1} style={{ outline: 'none' }}>
      {groupNotificationsByDay(items).map(([day, dayItems]) => (
        <section key={day} className={styles.day} aria-label={day}>
          <Box component="h2" mb={8} fz="sm" fw={700} c="dimmed">
            {day}
          </Box>
          <Card padding={0}>
            <ul>
              {dayItems.map(item => (
                <NotificationRow key={item.id} item={item} onRead={() => markNotificationRead(item.id)} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <LoadMoreButton list={list}>{text.more}</LoadMoreButton>
    </div>
  )
}

/** Notification page: all notifications of the user, grouped by day. */
export function NotificationCenter({
  tab,
  onTab,
}: {
  tab: NotificationTab
  onTab: (tab: NotificationTab) => void
}) {
  const markRead = useMarkNotificationsRead()
  const hasUnread = useUnreadNotificationCount() > 0
  const actions = (
    <>
      <Button
        component={Link}
        to="/settings"
        hash="notifications"
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {text.choices}
      </Button>
      <Button
        variant="default"
        leftSection={<IconChecks size={18} aria-hidden />}
        aria-disabled={!hasUnread}
        data-disabled={!hasUnread || undefined}
        onClick={() => hasUnread && markRead.mutate({})}
      >
        {text.readAll}
      </Button>
    </>
  )
  return (
    <Box maw={960}>
      <PageHeader subtitle={text.subtitle} actions={actions} />
      <Tabs value={tab} onChange={value => onTab(value as NotificationTab)} keepMounted={false}>
        <TabList open={tab} mb="lg" aria-label={text.tabsLabel}>
          {notificationTabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {text.tabs[name]}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={tab}>
          <NotificationDays tab={tab} />
        </Tabs.Panel>
      </Tabs>
    </Box>
  )
}
