import { ScrollArea, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { notificationsText as text } from '#texts/notifications.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import styles from './NotificationBell.module.css'
import { NotificationItem } from './NotificationItem.tsx'
import listStyles from './Notifications.module.css'
import { useNewestNotifications } from './notifications.api.ts'
import { PushNotificationHint } from './PushNotificationHint.tsx'

/** Height of the notification list. It leaves room for header, footer and the navigation bar of a phone. */
const maxHeight = 'min(60dvh, calc(100dvh - var(--bar-height) - 190px))'

function NotificationItems({
  list,
  onOpen,
}: {
  list: ReturnType<typeof useNewestNotifications>
  onOpen: (id: number) => void
}) {
  if (list.isError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (!list.data || list.data.length === 0) {
    return (
      <Text c="dimmed" size="sm" ta="center" py="xl">
        {text.empty}
      </Text>
    )
  }
  return (
    <ScrollArea.Autosize mah={maxHeight}>
      <ul>
        {list.data.map(item => (
          <li key={item.id} className={listStyles.line}>
            <NotificationItem item={item} onOpen={() => onOpen(item.id)} />
          </li>
        ))}
      </ul>
    </ScrollArea.Autosize>
  )
}

/**
 * Latest notifications and a link to the full list. Both appear at the same time, so that the content does not shift.
 */
export function NotificationList({
  userId,
  onOpen,
  onClose,
}: {
  userId: number
  onOpen: (id: number) => void
  onClose: () => void
}) {
  const list = useNewestNotifications(true)
  if (list.isPending) return <Skeleton h={maxHeight} m="md" w="auto" />
  return (
    <>
      <NotificationItems list={list} onOpen={onOpen} />
      <Link to="/notifications" className={styles.all} onClick={onClose}>
        {text.seeAll}
      </Link>
      <PushNotificationHint userId={userId} />
    </>
  )
}
