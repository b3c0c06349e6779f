import { Anchor } from '@mantine/core'

/** Only what begins with http:// or https://; a dot or bracket at the end belongs to the sentence. */
const address = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}])/g

/** What somebody wrote, as text; addresses in it can be followed, and learn nothing of where one came from. */
export function Words({ text }: { text: string }) {
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
      words
    ),
  )
}
