import { useState } from 'react'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { DisplayedMessage } from './shown-message.ts'

/** Announces to screen readers the messages that others send after the conversation was opened. */
export function MessageAnnouncer({ newest, myId }: { newest?: DisplayedMessage; myId: number }) {
  const [initialSeq] = useState(newest?.seq ?? 0)
  const isAnnounced =
    newest &&
    newest.seq > initialSeq &&
    newest.senderId !== myId &&
    !newest.trouble &&
    !newest.isHidden &&
    !newest.isDeleted
  return (
    <p className={styles.spoken} aria-live="polite">
      {isAnnounced && text.spoken(newest.sender.fullName, newest.content)}
    </p>
  )
}
