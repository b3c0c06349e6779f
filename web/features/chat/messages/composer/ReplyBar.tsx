import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { summarizeMessageForQuote } from '#web/features/chat/messages/list/MessageQuote.tsx'

/** Bar that shows the message being replied to or edited, with the name of its sender. */
export interface ComposerTarget {
  kind: 'reply' | 'edit'
  message: DisplayedMessage
  name: string
}

export function ReplyBar({
  target: { kind, message, name },
  onStop,
}: {
  target: ComposerTarget
  onStop: () => void
}) {
  return (
    <Group
      gap={8}
      wrap="nowrap"
      pl={10}
      bdrs={8}
      fz={13}
      bg="var(--tint)"
      c="var(--tint-text)"
      style={{ borderLeft: '3px solid var(--kite)' }}
    >
      <Stack gap={0} flex={1} miw={0}>
        <span className={styles.quoteName}>{kind === 'edit' ? text.editing : text.replyingTo({ name })}</span>
        <Text span display="block" inherit truncate>
          {summarizeMessageForQuote(message)}
        </Text>
      </Stack>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={text.stop} onClick={onStop}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
