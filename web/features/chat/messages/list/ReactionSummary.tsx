import { UnstyledButton } from '@mantine/core'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

const mostKinds = 4

/** Summary of a message's reactions: each emoji once, and the total number of reactions. */
export function ReactionSummary({
  message,
  myId,
  onOpen,
}: {
  message: DisplayedMessage
  myId: number
  onOpen: (button: HTMLElement) => void
}) {
  const { reactions, reactionCount } = message
  if (reactions.length === 0) return null
  const kinds = [...new Set(reactions.map(({ content }) => content))].slice(0, mostKinds)
  return (
    <UnstyledButton
      className={styles.reactions}
      data-own={reactions.some(({ userId }) => userId === myId) || undefined}
      aria-label={text.reactions({ emoji: kinds.join(' '), count: reactionCount })}
      onClick={event => onOpen(event.currentTarget)}
    >
      <span aria-hidden>{kinds.join('')}</span>
      {reactionCount > 1 && <span aria-hidden>{reactionCount}</span>}
    </UnstyledButton>
  )
}
