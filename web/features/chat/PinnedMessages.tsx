import { UnstyledButton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import styles from './Chat.module.css'
import type { Conversation } from './conversation.ts'
import { goTo } from './go-to.ts'
import { lineOf } from './MessageQuote.tsx'
import { placeText as text } from './place.text.ts'
import type { ShownMessage } from './shown-message.ts'
import { useQuotes } from './use-quotes.ts'

/** One line: what those who run the group hold up. A click leads to it, and the next one is shown. */
export function PinnedMessages({
  group,
  conversation,
  messages,
}: {
  group: GroupRow
  conversation: Conversation
  messages: ShownMessage[]
}) {
  const [turn, setTurn] = useState(0)
  const { pins } = group
  const quotes = useQuotes(conversation, messages, pins)
  const seq = pins[turn % Math.max(1, pins.length)]
  if (seq === undefined) return null
  return (
    <section aria-label={text.pins}>
      <UnstyledButton
        className={styles.pinned}
        aria-label={`${text.goToPin}: ${lineOf(quotes.get(seq))}`}
        onClick={() => {
          setTurn(turn + 1)
          void goTo(conversation, seq)
        }}
      >
        <IconPin size={16} aria-hidden />
        <span className={styles.quoteLine}>{lineOf(quotes.get(seq))}</span>
        {pins.length > 1 && (
          <span className={styles.pinTurn}>
            {(turn % pins.length) + 1}/{pins.length}
          </span>
        )}
      </UnstyledButton>
    </section>
  )
}
