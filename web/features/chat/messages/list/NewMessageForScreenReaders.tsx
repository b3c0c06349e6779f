import { useState } from 'react'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'

/** Announces to screen readers the messages that others send after the conversation was opened. */
export function NewMessageForScreenReaders({ newest, myId }: { newest?: DisplayedMessage; myId: number }) {
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
      {isAnnounced &&
        text.spoken({
          who: newest.sender.fullName,
          words: getMessagePreviewText(newest.content, newest.extra?.file),
        })}
    </p>
  )
}
