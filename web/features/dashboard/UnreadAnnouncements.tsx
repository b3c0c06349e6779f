import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import styles from './Dashboard.module.css'
import { dashboardText as text } from './dashboard.text.ts'

/** Unread announcements for the current user. Renders nothing if there are none. */
export function UnreadAnnouncements({ announcements }: Pick<Dashboard, 'announcements'>) {
  if (announcements.length === 0) return null
  return (
    <ul className={styles.news} aria-label={text.announcements}>
      {announcements.map(({ id, title, excerpt, isUrgent, sentAt, sender }) => (
        <li key={id}>
          <Link
            to="/announcements/$id"
            params={{ id: String(id) }}
            className={styles.newsItem}
            data-urgent={isUrgent || undefined}
          >
            <IconSpeakerphone size={22} stroke={1.7} aria-hidden />
            <span>
              <span className={styles.newsTitle}>{isUrgent ? text.urgent(title) : title}</span>
              <span className={styles.newsLine}>
                {sender.club ?? sender.country ?? text.headquarters} · {formatTimeAgo(sentAt)}
              </span>
              <span className={styles.newsLine}>{excerpt}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
