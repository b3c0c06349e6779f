import { Anchor } from '@mantine/core'
import styles from '#web/features/chat/Chat.module.css'

/** Matches http and https URLs. Punctuation at the end belongs to the sentence, not to the URL. */
const urlPattern = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}])/g

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Renders a message text in which words are highlighted: the names of mentioned members, or search terms. */
export function HighlightedWords({
  text,
  words,
  isCaseIgnored = false,
}: {
  text: string
  words: string[]
  isCaseIgnored?: boolean
}) {
  if (words.length === 0) return text
  // Longer words are matched before shorter words, because a shorter word may be the beginning of a longer word.
  const patterns = words.toSorted((a, b) => b.length - a.length).map(escapeRegExp)
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, isCaseIgnored ? 'gi' : 'g'))
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
      <HighlightedWords key={index} text={part} words={mentionedNames} />
    ),
  )
}
