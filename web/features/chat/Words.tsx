import { Anchor } from '@mantine/core'
import styles from './Chat.module.css'

/** Only what begins with http:// or https://; a dot or bracket at the end belongs to the sentence. */
const address = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}])/g

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** With those who are called on by name set apart. */
function Named({ text, called }: { text: string; called: string[] }) {
  if (called.length === 0) return text
  // The longest first: one name may begin with another.
  const names = called.toSorted((a, b) => b.length - a.length).map(literally)
  const parts = text.split(new RegExp(`(${names.join('|')})`, 'g'))
  return parts.map((words, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
      <strong key={place} className={styles.called}>
        {words}
      </strong>
    ) : (
      words
    ),
  )
}

/** What somebody wrote, as text; addresses in it can be followed, and learn nothing of where one came from. */
export function Words({ text, called = [] }: { text: string; called?: string[] }) {
  const parts = text.split(address).map((words, place) => ({ words, place, isLink: place % 2 === 1 }))
  return parts.map(({ words, place, isLink }) =>
    isLink ? (
      <Anchor
        key={place}
        href={words}
        target="_blank"
        rel="noopener noreferrer nofollow"
        c="inherit"
        underline="always"
      >
        {words}
      </Anchor>
    ) : (
      <Named key={place} text={words} called={called} />
    ),
  )
}
