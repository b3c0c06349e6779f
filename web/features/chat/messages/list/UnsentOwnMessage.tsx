import { Button, Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { UnsentMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { MessageContent } from './MessageContent.tsx'

/** The user's own message while it is being sent, waits for a recipient's keys or has failed (with a retry button). */
export function UnsentOwnMessage({
  message,
  conversation,
}: {
  message: UnsentMessage
  conversation: Conversation
}) {
  const { clientId, content, error, waits } = message
  const isSending = !error && !waits
  return (
    <div className={styles.message} data-mine data-waiting={isSending || undefined}>
      <div className={styles.bubble} data-failed={Boolean(error) || undefined}>
        <span className={styles.words}>
          <MessageContent text={content} />
        </span>
        {isSending && <span className={styles.time}>{text.sending}</span>}
      </div>
      {!isSending && (
        <Group
          gap={8}
          className={styles.failure}
          data-tone={error ? undefined : 'waiting'}
          role={error ? 'alert' : 'status'}
        >
          {!error && <IconClock size={14} aria-hidden />}
          <span>{error ?? waits}</span>
          {error && (
            <Button size="compact-xs" variant="default" onClick={() => conversation.outgoing.retry(clientId)}>
              {text.retry}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => conversation.outgoing.discard(clientId)}
          >
            {text.discard}
          </Button>
        </Group>
      )}
    </div>
  )
}
