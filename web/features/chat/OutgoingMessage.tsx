import { Button, Group } from '@mantine/core'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { Conversation, Outgoing } from './conversation.ts'
import { Words } from './Words.tsx'

/** One's own words on their way, or with what went wrong and what to do about it. */
export function OutgoingMessage({ one, conversation }: { one: Outgoing; conversation: Conversation }) {
  return (
    <div className={styles.message} data-mine data-waiting={!one.error || undefined}>
      <div className={styles.bubble} data-failed={Boolean(one.error) || undefined}>
        <span className={styles.words}>
          <Words text={one.content} />
        </span>
        {!one.error && <span className={styles.time}>{one.waits ?? text.sending}</span>}
      </div>
      {one.error && (
        <Group gap={8} className={styles.failure} role="alert">
          <span>{one.error}</span>
          <Button size="compact-xs" variant="default" onClick={() => conversation.retry(one.clientId)}>
            {text.retry}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => conversation.discard(one.clientId)}
          >
            {text.discard}
          </Button>
        </Group>
      )}
    </div>
  )
}
