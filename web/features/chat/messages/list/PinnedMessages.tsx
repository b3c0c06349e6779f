import { UnstyledButton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { groupPreferencesText as text } from '#web/features/chat/groups/group-preferences.text.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { scrollToMessage } from '#web/features/chat/messages/conversation/scroll-to-message.ts'
import { summarizeMessageForQuote } from './MessageQuote.tsx'
import { useMessagesAt } from './use-quoted-messages.ts'

/** Shows one pinned message. A click scrolls to it and advances to the next pinned message. */
export function PinnedMessages({
  group,
  conversation,
  messages,
}: {
  group: GroupRow
  conversation: Conversation
  messages: DisplayedMessage[]
}) {
  const [index, setIndex] = useState(0)
  const { pins } = group
  const quotes = useMessagesAt(conversation, messages, pins)
  const seq = pins[index % Math.max(1, pins.length)]
  if (seq === undefined) return null
  return (
    <section aria-label={text.pins}>
      <UnstyledButton
        className={styles.pinned}
        aria-label={`${text.goToPin}: ${summarizeMessageForQuote(quotes.get(seq))}`}
        onClick={() => {
          setIndex(index + 1)
          void scrollToMessage(conversation, seq)
        }}
      >
        <IconPin size={16} aria-hidden />
        <span className={styles.quoteLine}>{summarizeMessageForQuote(quotes.get(seq))}</span>
        {pins.length > 1 && (
          <span className={styles.pinTurn}>
            {(index % pins.length) + 1}/{pins.length}
          </span>
        )}
      </UnstyledButton>
    </section>
  )
}
