import { Button, Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { Conversation } from './conversation.ts'
import type { Outgoing } from './shown-message.ts'
import { Words } from './Words.tsx'

/** One's own words on their way, waiting for somebody, or with what went wrong and what to do about it. */
export function OutgoingMessage({ one, conversation }: { one: Outgoing; conversation: Conversation }) {
  const { clientId, content, error, waits } = one
  const isOnItsWay = !error && !waits
  return (
    <div className={styles.message} data-mine data-waiting={isOnItsWay || undefined}>
      <div className={styles.bubble} data-failed={Boolean(error) || undefined}>
        <span className={styles.words}>
          <Words text={content} />
        </span>
        {isOnItsWay && <span className={styles.time}>{text.sending}</span>}
      </div>
      {!isOnItsWay && (
        <Group
          gap={8}
          className={styles.failure}
          data-tone={error ? undefined : 'waiting'}
          role={error ? 'alert' : 'status'}
        >
          {!error && <IconClock size={14} aria-hidden />}
          <span>{error ?? waits}</span>
          {error && (
            <Button size="compact-xs" variant="default" onClick={() => conversation.retry(clientId)}>
              {text.retry}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => conversation.discard(clientId)}
          >
            {text.discard}
          </Button>
        </Group>
      )}
    </div>
  )
}
