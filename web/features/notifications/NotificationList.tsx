import { ScrollArea, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Notification } from '#shared/contracts/notifications.ts'
import { notificationRecords, recordOf } from '#shared/notification-kinds.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './NotificationBell.module.css'
import { useNotifications } from './notifications.api.ts'
import { sentenceFor, notificationsText as text } from './notifications.text.ts'
import { PushHint } from './PushHint.tsx'

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  return (
    <li>
      <Link
        to={notificationRecords[item.kind].leadsTo}
        hash={recordOf(item.kind).part}
        params={{ id: String(item.subjectId) }}
        search={
          notificationRecords[item.kind].leadsTo === '/communication'
            ? { group: item.subjectId ?? undefined }
            : {}
        }
        className={styles.item}
        data-unread={!item.readAt || undefined}
        onClick={onOpen}
      >
        <Text size="sm" fw={item.readAt ? 400 : 600}>
          {sentenceFor(item)}
        </Text>
        <Text size="xs" c="dimmed">
          {showTimeAgo(item.createdAt)}
          {!item.readAt && ` · ${text.unread}`}
        </Text>
      </Link>
    </li>
  )
}

function Items({ onOpen }: { onOpen: (id: number) => void }) {
  const list = useNotifications(true)
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
          <Item key={item.id} item={item} onOpen={() => onOpen(item.id)} />
        ))}
      </ul>
    </ScrollArea.Autosize>
  )
}

export function NotificationList({ userId, onOpen }: { userId: number; onOpen: (id: number) => void }) {
  return (
    <>
      <Items onOpen={onOpen} />
      <PushHint userId={userId} />
    </>
  )
}
