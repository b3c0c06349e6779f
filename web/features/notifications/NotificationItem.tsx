import { Link } from '@tanstack/react-router'
import type { Notification } from '#shared/contracts/notifications.ts'
import { notificationRecords, recordOf } from '#shared/notification-kinds.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { pictureOf } from './kind-icons.ts'
import styles from './NotificationItem.module.css'
import { sentenceFor, notificationsText as text } from './notifications.text.ts'

/** Notification with a link to the record it is about. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { leadsTo } = notificationRecords[item.kind]
  const { Icon, tone } = pictureOf(item.kind)
  return (
    <Link
      to={leadsTo}
      hash={recordOf(item.kind).part}
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
        <span className={styles.sentence}>{sentenceFor(item)}</span>
        <span className={styles.moment}>
          {showTimeAgo(item.createdAt)}
          {!item.readAt && ` · ${text.unread}`}
        </span>
      </span>
    </Link>
  )
}
