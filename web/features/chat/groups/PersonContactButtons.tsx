import { Button, Group, Text } from '@mantine/core'
import { IconMessage, IconVideo } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { personText as text } from '#texts/person-menu.ts'
import { usePresence } from '#web/features/chat/presence/use-presence.ts'
import { useStartConversation } from './groups.api.ts'

/** Shows whether a group member is online, with buttons to message or call the member. */
export function PersonContactButtons({
  userId,
  onMessage,
  onCall,
}: {
  userId: number
  onMessage: (group: GroupRow) => void
  onCall: (group: GroupRow) => void
}) {
  const presence = usePresence(userId)
  const start = useStartConversation()
  const startConversation = (onStarted: (group: GroupRow) => void) =>
    start.mutate(userId, { onSuccess: onStarted })
  return (
    <>
      {presence && (
        <Text size="sm" c="dimmed">
          {presence}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconMessage size={16} aria-hidden />}
          disabled={start.isPending}
          onClick={() => startConversation(onMessage)}
        >
          {text.message}
        </Button>
        <Button
          variant="default"
          leftSection={<IconVideo size={16} aria-hidden />}
          disabled={start.isPending}
          onClick={() => startConversation(onCall)}
        >
          {text.call}
        </Button>
      </Group>
    </>
  )
}
