import { UnstyledButton } from '@mantine/core'
import styles from './Chat.module.css'
import { chatText } from './chat.text.ts'
import { messageText as text } from './message.text.ts'
import type { DisplayedMessage } from './shown-message.ts'

/** Text of a message for a quote, or the reason why it cannot be shown. Undefined means that it is loading. */
export function summarizeMessage(message: DisplayedMessage | null | undefined): string {
  if (message === undefined) return '…'
  if (message === null || message.trouble) return text.quoteGone
  if (message.isDeleted) return chatText.deleted
  return message.isHidden ? chatText.hidden : message.content
}

/** Quoted message above a reply. A click scrolls to the quoted message. */
export function MessageQuote({
  quoted,
  name,
  onGo,
}: {
  quoted: DisplayedMessage | null | undefined
  name: string
  onGo: () => void
}) {
  return (
    <UnstyledButton
      className={styles.quote}
      disabled={!quoted}
      aria-label={quoted ? text.goToQuoted(name) : undefined}
      onClick={onGo}
    >
      {quoted && <span className={styles.quoteName}>{name}</span>}
      <span className={styles.quoteLine}>{summarizeMessage(quoted)}</span>
    </UnstyledButton>
  )
}
