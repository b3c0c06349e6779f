import { useState } from 'react'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { ShownMessage } from './shown-message.ts'

/** Says to those who do not see it what others have said since the conversation was opened. */
export function SpokenMessage({ newest, myId }: { newest?: ShownMessage; myId: number }) {
  const [atFirst] = useState(newest?.seq ?? 0)
  const isSaid =
    newest &&
    newest.seq > atFirst &&
    newest.senderId !== myId &&
    !newest.trouble &&
    !newest.isHidden &&
    !newest.isDeleted
  return (
    <p className={styles.spoken} aria-live="polite">
      {isSaid && text.spoken(newest.sender.fullName, newest.content)}
    </p>
  )
}
