import { Box, Button, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  AnnouncementItem,
  ManagedAnnouncementItem,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import { announcementsText as text } from '#texts/announcements.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import styles from './Announcements.module.css'
import { useAnnouncements, useAnnouncementsManagedByUser } from './announcements.api.ts'
import { AnnouncementStatusTag, ColouredAnnouncementTag } from './ColouredAnnouncementTag.tsx'
import { formatSenderName } from './sender-names.ts'

function AnnouncementRow({ item }: { item: AnnouncementItem }) {
  const isUnread = item.readAt === null
  return (
    <li>
      <Link
        to="/announcements/$id"
        params={{ id: String(item.id) }}
        className={cards.item}
        data-unread={isUnread || undefined}
        data-urgent={item.isUrgent || undefined}
      >
        <span className={styles.line}>
          {item.isUrgent && <ColouredAnnouncementTag tone="bad">{text.urgent}</ColouredAnnouncementTag>}
          {isUnread && <ColouredAnnouncementTag>{text.unread}</ColouredAnnouncementTag>}
          {item.hasPoll && <ColouredAnnouncementTag tone="warn">{text.poll}</ColouredAnnouncementTag>}
          <span>{formatSenderName(item.sender)}</span>
          <time dateTime={item.sentAt}>{formatTimeAgo(item.sentAt)}</time>
          {item.correctedAt && <span>{text.corrected}</span>}
        </span>
        <Box component="span" fz={16} fw={600} lh={1.35} lang={item.language}>
          {item.title}
        </Box>
        <Box component="span" fz={14} c="dimmed" lang={item.language}>
          {item.excerpt}
        </Box>
      </Link>
    </li>
  )
}

function formatAnnouncementTime({ status, sendAt, updatedAt }: ManagedAnnouncementItem): string {
  if (status === 'scheduled' && sendAt) return text.goesOut({ when: formatDateTime(sendAt) })
  return status === 'draft' || !sendAt
    ? text.changed({ when: formatTimeAgo(updatedAt) })
    : formatTimeAgo(sendAt)
}

function ManagedAnnouncementRow({ item }: { item: ManagedAnnouncementItem }) {
  return (
    <li>
      <Link to="/announcements/$id" params={{ id: String(item.id) }} className={cards.item}>
        <span className={styles.line}>
          <AnnouncementStatusTag status={item.status} />
          {item.isUrgent && <ColouredAnnouncementTag tone="bad">{text.urgent}</ColouredAnnouncementTag>}
          <span>{formatSenderName(item.sender)}</span>
        </span>
        <Box component="span" fz={16} fw={600} lh={1.35} lang={item.language}>
          {item.title}
        </Box>
        <Box component="span" fz={13} c="dimmed">
          {formatAnnouncementTime(item)}
          {item.recipientCount !== null && ` · ${text.reached({ count: item.recipientCount })}`}
        </Box>
      </Link>
    </li>
  )
}

interface PagedQuery<Row> {
  error: Error | null
  isPending: boolean
  isError: boolean
  data?: { pages: Row[][] }
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

function PagedAnnouncementList<Row>({
  list,
  label,
  empty,
  emptyAction,
  renderRow,
}: {
  list: PagedQuery<Row>
  label: string
  empty: string
  /** Button or link shown when the list of announcements is empty. */
  emptyAction?: ReactNode
  renderRow: (row: Row) => ReactNode
}) {
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (list.isPending) {
    return (
      <div className={cards.list} aria-busy>
        {['a', 'b', 'c', 'd', 'e'].map(key => (
          <CardSkeleton key={key} />
        ))}
      </div>
    )
  }
  const rows = list.data?.pages.flat() ?? []
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState text={empty} action={emptyAction} />
      </Card>
    )
  }
  return (
    <>
      <ul className={cards.list} aria-label={label}>
        {rows.map(renderRow)}
      </ul>
      <LoadMoreButton list={list}>{text.more}</LoadMoreButton>
    </>
  )
}

export function ReceivedAnnouncementList() {
  return (
    <PagedAnnouncementList
      list={useAnnouncements()}
      label={text.list}
      empty={text.empty}
      emptyAction={
        <Button component={Link} to="/settings" variant="default">
          {text.notificationSettings}
        </Button>
      }
      renderRow={item => <AnnouncementRow key={item.id} item={item} />}
    />
  )
}

export function ManagedAnnouncementList() {
  return (
    <PagedAnnouncementList
      list={useAnnouncementsManagedByUser()}
      label={text.managedList}
      empty={text.managedEmpty}
      renderRow={item => <ManagedAnnouncementRow key={item.id} item={item} />}
    />
  )
}
