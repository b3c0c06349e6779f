import { Link } from '@tanstack/react-router'
import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { getNotificationKindRecord, notificationRecords } from '#shared/notification-kinds.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { getNotificationIcon } from './kind-icons.ts'
import styles from './NotificationItem.module.css'
import { formatNotification, notificationsText as text } from './notifications.text.ts'

/** Notification with a link to the record it is about. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { leadsTo } = notificationRecords[item.kind]
  const { Icon, tone } = getNotificationIcon(item.kind)
  return (
    <Link
      to={leadsTo}
      hash={getNotificationKindRecord(item.kind).part}
      params={{ id: String(item.subjectId) }}
      search={leadsTo === '/communication' ? { group: item.subjectId ?? undefined } : {}}
      className={styles.item}
      data-unread={!item.readAt || undefined}
      onClick={onOpen}
    >
      <span className={styles.icon} data-tone={tone} aria-hidden>
        <Icon size={20} stroke={1.7} />
      </span>
      <span>
        <span className={styles.sentence}>{formatNotification(item)}</span>
        <span className={styles.moment}>
          {formatTimeAgo(item.createdAt)}
          {!item.readAt && ` · ${text.unread}`}
        </span>
      </span>
    </Link>
  )
}
