import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import styles from './Chat.module.css'
import { lineOf } from './MessageQuote.tsx'
import { messageText as text } from './message.text.ts'
import type { ShownMessage } from './shown-message.ts'

/** The message that the composer replies to or edits, with its sender's displayed name. */
export interface About {
  kind: 'reply' | 'edit'
  message: ShownMessage
  name: string
}

export function AnswerBar({
  target: { kind, message, name },
  onStop,
}: {
  target: About
  onStop: () => void
}) {
  return (
    <div className={styles.about}>
      <div className={styles.aboutWords}>
        <span className={styles.quoteName}>{kind === 'edit' ? text.editing : text.replyingTo(name)}</span>
        <span className={styles.quoteLine}>{lineOf(message)}</span>
      </div>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={text.stop} onClick={onStop}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
