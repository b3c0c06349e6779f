import { Card, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnnouncementItem, ManagedItem } from '#shared/contracts/announcements.ts'
import { showMoment } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import cards from '#web/ui/CardList.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MorePages } from '#web/ui/Pager.tsx'
import styles from './Announcements.module.css'
import { useAnnouncements, useManaged } from './announcements.api.ts'
import { senderLabel, announcementsText as text } from './announcements.text.ts'
import { StatusTag, Tag } from './Tag.tsx'

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
          {item.isUrgent && <Tag tone="urgent">{text.urgent}</Tag>}
          {isUnread && <Tag>{text.unread}</Tag>}
          {item.hasPoll && <Tag tone="wait">{text.poll}</Tag>}
          <span>{senderLabel(item.sender)}</span>
          <time dateTime={item.sentAt}>{showTimeAgo(item.sentAt)}</time>
          {item.correctedAt && <span>{text.corrected}</span>}
        </span>
        <span className={styles.name}>{item.title}</span>
        <span className={styles.excerpt}>{item.excerpt}</span>
      </Link>
    </li>
  )
}

function formatItemTime({ status, sendAt, updatedAt }: ManagedItem): string {
  if (status === 'scheduled' && sendAt) return text.goesOut(showMoment(sendAt))
  return status === 'draft' || !sendAt ? text.changed(showTimeAgo(updatedAt)) : showTimeAgo(sendAt)
}

function ManagedRow({ item }: { item: ManagedItem }) {
  return (
    <li>
      <Link to="/announcements/$id" params={{ id: String(item.id) }} className={cards.item}>
        <span className={styles.line}>
          <StatusTag status={item.status} />
          {item.isUrgent && <Tag tone="urgent">{text.urgent}</Tag>}
          <span>{senderLabel(item.sender)}</span>
          <span>{formatItemTime(item)}</span>
          {item.recipientCount !== null && <span>{text.reached(item.recipientCount)}</span>}
        </span>
        <span className={styles.name}>{item.title}</span>
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

function PagedList<Row>({
  list,
  label,
  empty,
  renderRow,
}: {
  list: PagedQuery<Row>
  label: string
  empty: string
  renderRow: (row: Row) => ReactNode
}) {
  if (isMissing(list)) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (list.isPending) {
    return (
      <div className={cards.list} aria-busy>
        {['a', 'b', 'c'].map(key => (
          <Skeleton key={key} height={104} radius={16} />
        ))}
      </div>
    )
  }
  const rows = list.data?.pages.flat() ?? []
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState text={empty} />
      </Card>
    )
  }
  return (
    <>
      <ul className={cards.list} aria-label={label}>
        {rows.map(renderRow)}
      </ul>
      <MorePages list={list}>{text.more}</MorePages>
    </>
  )
}

export function MyAnnouncements() {
  return (
    <PagedList
      list={useAnnouncements()}
      label={text.list}
      empty={text.empty}
      renderRow={item => <AnnouncementRow key={item.id} item={item} />}
    />
  )
}

export function ManagedAnnouncements() {
  return (
    <PagedList
      list={useManaged()}
      label={text.managedList}
      empty={text.managedEmpty}
      renderRow={item => <ManagedRow key={item.id} item={item} />}
    />
  )
}
