import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import styles from './Chat.module.css'
import { lineOf } from './MessageQuote.tsx'
import { messageText as text } from './message.text.ts'
import type { ShownMessage } from './shown-message.ts'

/** What is typed answers one message, or takes its place. */
export interface About {
  kind: 'reply' | 'edit'
  message: ShownMessage
  name: string
}

export function AnswerBar({ about: { kind, message, name }, onStop }: { about: About; onStop: () => void }) {
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
