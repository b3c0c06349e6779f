import styles from './Chat.module.css'
import { messageText as text } from './message.text.ts'
import type { Suggestion } from './use-mentions.ts'

export const mentionsId = 'mentions'
export const mentionId = (place: number) => `mention-${place}`

/** Whom one could mean by what follows the @; the field keeps the focus. */
export function MentionList({
  suggestions,
  active,
  onChoose,
}: {
  suggestions: Suggestion[]
  active: number
  onChoose: (one: Suggestion) => void
}) {
  return (
    <div id={mentionsId} role="listbox" aria-label={text.mention} className={styles.mentions}>
      {suggestions.map((one, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which of these is meant
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={one.id}
          id={mentionId(place)}
          role="option"
          aria-selected={place === active}
          className={styles.mention}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          <span className={styles.itemName}>@{one.name}</span>
          <span className={styles.itemPreview}>{one.about}</span>
        </div>
      ))}
    </div>
  )
}
