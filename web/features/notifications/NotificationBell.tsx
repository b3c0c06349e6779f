import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { notificationsText as text } from '#texts/notifications.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { IconWithCountBadge } from '#web/ui/feedback/IconWithCountBadge.tsx'
import { LazyPopover } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { useMarkNotificationsRead, useUnreadNotificationCount } from './notifications.api.ts'

const NotificationList = createLazyOverlay(
  async () => (await import('./NotificationList.tsx')).NotificationList,
  <Skeleton height={160} m="md" w="auto" />,
)

export function NotificationBell({ userId }: { userId: number }) {
  const count = useUnreadNotificationCount()
  const markRead = useMarkNotificationsRead()
  return (
    <ButtonTooltip label={text.button({ count })}>
      <LazyPopover
        label={text.title}
        width="min(380px, calc(100vw - 16px))"
        radius={16}
        padding={0}
        button={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            // The badge with the number of unread notifications may extend beyond the edge of the button.
            style={{ overflow: 'visible' }}
            aria-label={text.button({ count })}
            onMouseEnter={NotificationList.preload}
            onKeyDown={NotificationList.preload}
            onTouchStart={NotificationList.preload}
          >
            <IconWithCountBadge count={count} tone="red">
              <IconBell size={22} stroke={1.7} aria-hidden />
            </IconWithCountBadge>
          </ActionIcon>
        }
      >
        {close => (
          <>
            <Group
              gap={0}
              justify="space-between"
              wrap="nowrap"
              mih={52}
              py={8}
              pr={8}
              pl={16}
              style={{ borderBottom: '1px solid var(--line)' }}
            >
              <Text fw={700}>{text.title}</Text>
              {/* The button is only marked as disabled, because a disabled button would lose the keyboard focus. */}
              <Button
                size="compact-sm"
                variant="subtle"
                aria-disabled={count === 0}
                data-disabled={count === 0 || undefined}
                onClick={() => count > 0 && markRead.mutate({})}
              >
                {text.readAll}
              </Button>
            </Group>
            <NotificationList
              userId={userId}
              onOpen={id => {
                markRead.mutate({ ids: [id] })
                close()
              }}
              onClose={close}
            />
          </>
        )}
      </LazyPopover>
    </ButtonTooltip>
  )
}
