import styles from '#web/features/chat/Chat.module.css'
import { messageText as text } from '#web/features/chat/messages/conversation/message.text.ts'
import type { MentionSuggestion } from './use-mentions.ts'

export const mentionListId = 'mentions'
export const buildMentionOptionId = (index: number) => `mention-${index}`

/** Members whose names match the text after the @. The message input keeps the focus. */
export function MentionList({
  suggestions,
  active,
  onChoose,
}: {
  suggestions: MentionSuggestion[]
  active: number
  onChoose: (suggestion: MentionSuggestion) => void
}) {
  return (
    <div id={mentionListId} role="listbox" aria-label={text.mention} className={styles.mentions}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and marks the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message input handles the keys
        <div
          key={suggestion.id}
          id={buildMentionOptionId(index)}
          role="option"
          aria-selected={index === active}
          className={styles.mention}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span className={styles.itemName}>@{suggestion.name}</span>
          <span className={styles.itemPreview}>{suggestion.about}</span>
        </div>
      ))}
    </div>
  )
}
