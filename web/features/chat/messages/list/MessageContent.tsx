import { Anchor } from '@mantine/core'
import styles from '#web/features/chat/Chat.module.css'

/** Matches http and https URLs. Punctuation at the end belongs to the sentence, not to the URL. */
const urlPattern = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}])/g

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Renders a message text in which the names of mentioned members are highlighted. */
function HighlightedMentions({ text, mentionedNames }: { text: string; mentionedNames: string[] }) {
  if (mentionedNames.length === 0) return text
  // Longer names are matched before shorter names, because a shorter name may be the beginning of a longer name.
  const names = mentionedNames.toSorted((a, b) => b.length - a.length).map(escapeRegExp)
  const parts = text.split(new RegExp(`(${names.join('|')})`, 'g'))
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message text never change their order
      <strong key={index} className={styles.called}>
        {part}
      </strong>
    ) : (
      part
    ),
  )
}

/** Message text with clickable URLs. Links send no referrer and cannot access this window. */
export function MessageContent({ text, mentionedNames = [] }: { text: string; mentionedNames?: string[] }) {
  const parts = text.split(urlPattern).map((part, index) => ({ part, index, isLink: index % 2 === 1 }))
  return parts.map(({ part, index, isLink }) =>
    isLink ? (
      <Anchor
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        c="inherit"
        underline="always"
      >
        {part}
      </Anchor>
    ) : (
      <HighlightedMentions key={index} text={part} mentionedNames={mentionedNames} />
    ),
  )
}
