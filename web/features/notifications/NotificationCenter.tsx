import '@mantine/core/styles/Badge.css'
import { ActionIcon, Badge, Box, Button, Card, Group, Skeleton, Tabs } from '@mantine/core'
import { IconChecks, IconDotsVertical, IconMailOpened, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notification, ReadBody } from '#shared/contracts/notifications/notifications.schemas.ts'
import { notificationsText as text } from '#texts/notifications.ts'
import { formatBadgeCount, formatRelativeDate, formatTime, isSameDay } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { TabList } from '#web/ui/layout/TabList.tsx'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
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
    <Columns component="li" template="minmax(0, 1fr) auto" align="start" className={styles.line}>
      <NotificationItem
        item={item}
        // Notifications of earlier days show their time of day, because the heading already states the day.
        time={isSameDay(item.createdAt, new Date()) ? undefined : formatTime(item.createdAt)}
        onOpen={() => !item.readAt && onRead()}
      />
      {!item.readAt && (
        <Box my={8} mr={8} visibleFrom="sm">
          <ButtonTooltip label={text.readOne}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={text.readNamed({ sentence: formatNotification(item) })}
              onClick={onRead}
            >
              <IconMailOpened size={20} aria-hidden />
            </ActionIcon>
          </ButtonTooltip>
        </Box>
      )}
      {/* On phones, tapping a notification opens it. All other actions on a notification are in a menu. */}
      <Box my={8} mr={4} hiddenFrom="sm">
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
                <Menu.Item leftSection={<IconMailOpened size={18} aria-hidden />} onClick={onRead}>
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

function NotificationDaysSkeleton() {
  return [3, 2].map(rows => (
    <div key={rows} className={styles.day}>
      <Skeleton height={14} width={120} mb={15} />
      <RowsSkeleton rows={rows} isSquare />
    </div>
  ))
}

function NotificationDays({
  tab,
  list,
  onRead,
  onReadAll,
}: {
  tab: NotificationTab
  list: ReturnType<typeof useAllNotifications>
  onRead: (id: number) => void
  onReadAll?: () => void
}) {
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (list.isPending) return <NotificationDaysSkeleton />
  const items = list.data?.pages.flat() ?? []
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState text={tab === 'unread' ? text.emptyUnread : text.empty} />
      </Card>
    )
  }
  return (
    <>
      {groupNotificationsByDay(items).map(([day, dayItems], index) => (
        <section key={day} className={styles.day} aria-label={day}>
          <Group justify="space-between" mb={8}>
            <Box component="h2" fz="sm" fw={700} c="dimmed">
              {day}
            </Box>
            {index === 0 && onReadAll && (
              <Button variant="subtle" my={-8} mr={-12} hiddenFrom="sm" onClick={onReadAll}>
                {text.readAll}
              </Button>
            )}
          </Group>
          <Card padding={0}>
            <ul>
              {dayItems.map(item => (
                <NotificationRow key={item.id} item={item} onRead={() => onRead(item.id)} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <LoadMoreButton list={list}>{text.more}</LoadMoreButton>
    </>
  )
}

/** Actions beside the tabs: mark all notifications as read, and open the settings. Phones show only the settings. */
function NotificationActions({ onReadAll }: { onReadAll?: () => void }) {
  const settings = { component: Link, to: '/settings', hash: 'notifications', color: 'gray' } as const
  return (
    <>
      <Group gap={4} wrap="nowrap" justify="flex-end" mr={-12} visibleFrom="sm">
        {onReadAll && (
          <Button
            variant="subtle"
            px={12}
            leftSection={<IconChecks size={18} aria-hidden />}
            onClick={onReadAll}
          >
            {text.readAll}
          </Button>
        )}
        <Button {...settings} variant="subtle" px={12} leftSection={<IconSettings size={18} aria-hidden />}>
          {text.choices}
        </Button>
      </Group>
      <ActionIcon {...settings} variant="subtle" size={44} hiddenFrom="sm" aria-label={text.choices}>
        <IconSettings size={20} aria-hidden />
      </ActionIcon>
    </>
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
  const list = useAllNotifications(tab === 'unread' ? 'unread' : undefined)
  const markRead = useMarkNotificationsRead()
  const unreadCount = useUnreadNotificationCount()
  const panel = useRef<HTMLDivElement>(null)
  const markNotificationsRead = (body: ReadBody) => {
    markRead.mutate(body)
    // The "mark as read" buttons disappear once they are used, so the notification list takes the keyboard focus.
    panel.current?.focus({ preventScroll: true })
  }
  const hasUnreadItems = list.data?.pages.flat().some(({ readAt }) => !readAt)
  const markAllRead = hasUnreadItems ? () => markNotificationsRead({}) : undefined
  return (
    <Box maw={960}>
      <Tabs value={tab} onChange={value => onTab(value as NotificationTab)} keepMounted={false}>
        <Columns
          template="minmax(0, 1fr) auto"
          align="end"
          mb="lg"
          style={{ borderBottom: '2px solid var(--tab-border-color)' }}
        >
          {/* The line below the tabs lies on the line that also runs below the buttons. */}
          <TabList open={tab} aria-label={text.tabsLabel} mb={-2}>
            {notificationTabs.map(name => (
              <Tabs.Tab
                key={name}
                value={name}
                rightSection={
                  name === 'unread' &&
                  unreadCount > 0 && (
                    <Badge component="span" size="sm" variant="default" className="tabular">
                      {formatBadgeCount(unreadCount)}
                    </Badge>
                  )
                }
              >
                {text.tabs[name]}
              </Tabs.Tab>
            ))}
          </TabList>
          <NotificationActions onReadAll={markAllRead} />
        </Columns>
        <Tabs.Panel ref={panel} value={tab} tabIndex={-1} style={{ outline: 'none' }}>
          <NotificationDays
            tab={tab}
            list={list}
            onRead={id => markNotificationsRead({ ids: [id] })}
            onReadAll={markAllRead}
          />
        </Tabs.Panel>
      </Tabs>
    </Box>
  )
}
