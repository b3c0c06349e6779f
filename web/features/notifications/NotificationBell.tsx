import { ActionIcon, Button, Popover, Skeleton, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { usePart } from '#web/lib/use-part.ts'
import { CountIcon } from '#web/ui/CountIcon.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import styles from './NotificationBell.module.css'
import { useMarkRead, useUnreadCount } from './notifications.api.ts'
import { notificationsText as text } from './notifications.text.ts'

export function NotificationBell({ userId }: { userId: number }) {
  const [isOpen, setOpen] = useState(false)
  const count = useUnreadCount()
  const markRead = useMarkRead()
  const { part: List, load } = usePart(async () => (await import('./NotificationList.tsx')).NotificationList)
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
      <Hint label={text.button(count)}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={styles.button}
            aria-label={text.button(count)}
            onPointerEnter={load}
            onFocus={load}
            onClick={() => {
              load()
              setOpen(!isOpen)
            }}
          >
            <CountIcon count={count} tone="red">
              <IconBell size={22} stroke={1.7} aria-hidden />
            </CountIcon>
          </ActionIcon>
        </Popover.Target>
      </Hint>
      <Popover.Dropdown p={0} aria-label={text.title}>
        <div className={styles.head}>
          <Text fw={700}>{text.title}</Text>
          {/* It stays when nothing is left to read: a button that vanishes or is disabled takes the focus with it. */}
          <Button size="compact-sm" variant="subtle" onClick={() => markRead.mutate({})}>
            {text.readAll}
          </Button>
        </div>
        {List ? (
          <List userId={userId} onOpen={openOne} onLeave={() => setOpen(false)} />
        ) : (
          <Skeleton height={160} m="md" w="auto" />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
