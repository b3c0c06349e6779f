import { ActionIcon, Button, Popover, ScrollArea, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Notification } from '#shared/contracts/notifications.ts'
import { showTimeAgo } from '#web/lib/format.ts'
import { CountIcon } from '#web/ui/CountIcon.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './NotificationBell.module.css'
import { useMarkRead, useNotifications, useUnreadCount } from './notifications.api.ts'
import { placeOf, sentenceFor, notificationsText as text } from './notifications.text.ts'

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  return (
    <li>
      <Link
        to={placeOf[item.kind]}
        params={{ id: String(item.subjectId) }}
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

function List({ onOpen }: { onOpen: (id: number) => void }) {
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

export function NotificationBell() {
  const [isOpen, setOpen] = useState(false)
  const count = useUnreadCount()
  const markRead = useMarkRead()
  const openOne = (id: number) => {
    markRead.mutate({ ids: [id] })
    setOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      trapFocus
      shadow="md"
      radius={16}
    >
      <Tooltip label={text.button(count)} disabled={isOpen}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={styles.button}
            aria-label={text.button(count)}
            onClick={() => setOpen(!isOpen)}
          >
            <CountIcon count={count} tone="red">
              <IconBell size={22} stroke={1.7} aria-hidden />
            </CountIcon>
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} aria-label={text.title}>
        <div className={styles.head}>
          <Text fw={700}>{text.title}</Text>
          {/* It stays when nothing is left to read: a button that vanishes or is disabled takes the focus with it. */}
          <Button size="compact-sm" variant="subtle" onClick={() => markRead.mutate({})}>
            {text.readAll}
          </Button>
        </div>
        <List onOpen={openOne} />
      </Popover.Dropdown>
    </Popover>
  )
}
