import { Box, Stack } from '@mantine/core'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { MentionSuggestion } from './use-mention-suggestions.ts'

export const mentionListId = 'mentions'
export const buildMentionOptionId = (index: number) => `mention-${index}`

/** List of the members whose names match the text after the @. The message input keeps the focus. */
export function MentionSuggestionList({
  suggestions,
  active,
  onChoose,
}: {
  suggestions: MentionSuggestion[]
  active: number
  onChoose: (suggestion: MentionSuggestion) => void
}) {
  return (
    <Box
      id={mentionListId}
      role="listbox"
      aria-label={text.mention}
      mah={264}
      bd="1px solid var(--line)"
      bdrs={12}
      style={{ overflowY: 'auto' }}
    >
      {suggestions.map((suggestion, index) => (
        // Options of the mention list need no key handlers, because the message input keeps the focus.
        <Stack
          key={suggestion.id}
          id={buildMentionOptionId(index)}
          role="option"
          aria-selected={index === active}
          gap={0}
          justify="center"
          mih={44}
          py={4}
          px={12}
          style={{ cursor: 'pointer' }}
          className={styles.mention}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span className={styles.itemName}>@{suggestion.name}</span>
          <span className={styles.itemPreview}>{suggestion.about}</span>
        </Stack>
      ))}
    </Box>
  )
}
