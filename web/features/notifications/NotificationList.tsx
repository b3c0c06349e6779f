import { ScrollArea, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { notificationsText as text } from '#texts/notifications.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import styles from './NotificationBell.module.css'
import { NotificationItem } from './NotificationItem.tsx'
import { useRecentNotifications } from './notifications.api.ts'
import { PushNotificationHint } from './PushNotificationHint.tsx'

function Items({ onOpen }: { onOpen: (id: number) => void }) {
  const list = useRecentNotifications(true)
  if (list.isPending) return <Skeleton height={160} m="md" w="auto" />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (list.data.length === 0) {
    return (
      <Text c="dimmed" size="sm" ta="center" py="xl">
        {text.empty}
      </Text>
    )
  }
  return (
    <ScrollArea.Autosize mah="60dvh">
      <ul className={styles.list}>
        {list.data.map(item => (
          <li key={item.id}>
            <NotificationItem item={item} onOpen={() => onOpen(item.id)} />
          </li>
        ))}
      </ul>
    </ScrollArea.Autosize>
  )
}

export function NotificationList({
  userId,
  onOpen,
  onClose,
}: {
  userId: number
  onOpen: (id: number) => void
  onClose: () => void
}) {
  return (
    <>
      <Items onOpen={onOpen} />
      <Link to="/notifications" className={styles.all} onClick={onClose}>
        {text.seeAll}
      </Link>
      <PushNotificationHint userId={userId} />
    </>
  )
}
