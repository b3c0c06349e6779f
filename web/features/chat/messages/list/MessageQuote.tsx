import { Text, UnstyledButton } from '@mantine/core'
import { chatText } from '#texts/conversations.ts'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'

/** Returns the text of a quoted message, or why it cannot be shown. Undefined means that the message is loading. */
export function summarizeMessageForQuote(message: DisplayedMessage | null | undefined): string {
  if (message === undefined) return '…'
  if (message === null || message.trouble) return text.quoteGone
  if (message.isDeleted) return chatText.deleted
  return message.isHidden ? chatText.hidden : getMessagePreviewText(message.content, message.extra?.file)
}

/** Quoted message above a reply. A click scrolls to the quoted message. */
export function MessageQuote({
  quoted,
  name,
  isChanged,
  onGo,
}: {
  quoted: DisplayedMessage | null | undefined
  name: string
  /** Whether the quoted message was edited after the reply was written. */
  isChanged: boolean
  onGo: () => void
}) {
  return (
    <UnstyledButton
      w="100%"
      mih={44}
      py={4}
      px={10}
      mt={2}
      mb={6}
      bdrs={8}
      fz={13}
      className={styles.quote}
      disabled={!quoted}
      aria-label={quoted ? text.goToQuoted({ name }) : undefined}
      onClick={onGo}
    >
      {quoted && (
        <span className={styles.quoteName}>
          {name}
          {isChanged && ` · ${text.quoteChanged}`}
        </span>
      )}
      <Text span display="block" inherit truncate>
        {summarizeMessageForQuote(quoted)}
      </Text>
    </UnstyledButton>
  )
}
