import { Box, Flex } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import styles from './Dashboard.module.css'

/** Unread announcements for the current user. Renders nothing if there are none. */
export function UnreadAnnouncements({ announcements }: Pick<Dashboard, 'announcements'>) {
  if (announcements.length === 0) return null
  return (
    <Flex component="ul" direction="column" gap={12} mb={16} aria-label={text.announcements}>
      {announcements.map(({ id, title, language, excerpt, isUrgent, sentAt, sender }) => (
        <li key={id}>
          <Link
            to="/announcements/$id"
            params={{ id: String(id) }}
            className={styles.newsItem}
            data-urgent={isUrgent || undefined}
          >
            <IconSpeakerphone size={22} stroke={1.7} aria-hidden />
            <span>
              <Box component="span" display="block" fw={600} lang={language}>
                {isUrgent ? text.urgent({ title }) : title}
              </Box>
              <Box component="span" display="block" fz={14} c="dimmed">
                {sender.club ?? getCountryName(sender.country) ?? text.headquarters} · {formatTimeAgo(sentAt)}
              </Box>
              <Box component="span" display="block" fz={14} c="dimmed" lang={language}>
                {excerpt}
              </Box>
            </span>
          </Link>
        </li>
      ))}
    </Flex>
  )
}
