import { Box, Center, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { getNotificationKindDefinition, notificationRecords } from '#shared/notification-kinds.ts'
import { notificationsText as text } from '#texts/notifications.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { formatNotification } from './format-notification.ts'
import styles from './NotificationItem.module.css'
import { getNotificationIcon } from './notification-kind-icons.ts'

const toneProps = {
  usual: getToneProps('tint'),
  wait: getToneProps('warn'),
  alarm: { bg: 'var(--mantine-color-red-light)', c: 'var(--mantine-color-red-light-color)' },
}

/** Notification with a link to the record that the notification is about. */
export function NotificationItem({
  item,
  time = formatTimeAgo(item.createdAt),
  onOpen,
}: {
  item: Notification
  /** Formatted time of the notification; by default how long ago the notification was sent. */
  time?: string
  onOpen: () => void
}) {
  const { leadsTo } = notificationRecords[item.kind]
  const { Icon, tone } = getNotificationIcon(item.kind)
  return (
    <Link
      to={leadsTo}
      hash={getNotificationKindDefinition(item.kind).part}
      params={{ id: String(item.subjectId) }}
      search={leadsTo === '/communication' ? { group: item.subjectId ?? undefined } : {}}
      className={styles.item}
      data-unread={!item.readAt || undefined}
      onClick={onOpen}
    >
      <Center
        component="span"
        pos="relative"
        w={40}
        h={40}
        bdrs={12}
        className={styles.icon}
        {...toneProps[tone]}
        aria-hidden
      >
        <Icon size={20} stroke={1.7} />
      </Center>
      <span>
        <Box
          component="span"
          display="block"
          fz="sm"
          style={{ overflowWrap: 'anywhere' }}
          lh={1.4}
          className={styles.sentence}
        >
          {formatNotification(item)}
        </Box>
        <Box component="span" fz="xs" c="dimmed">
          {time}
          {!item.readAt && <VisuallyHidden> · {text.unread}</VisuallyHidden>}
        </Box>
      </span>
    </Link>
  )
}
