import { Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import { usePeople, useStartConversation } from './groups.api.ts'

const fold = (words: string) => words.normalize('NFKD').toLocaleLowerCase('ms')

/** Groups one is in, and people one could write to. */
export function SearchResults({
  search,
  groups,
  item,
  link,
  onOpen,
}: {
  search: string
  groups: GroupRow[]
  item: (group: GroupRow) => ReactNode
  /** To messages that say this. */
  link: ReactNode
  onOpen: (id: number) => void
}) {
  const people = usePeople(search)
  const start = useStartConversation()
  const found = groups.filter(({ name }) => fold(name).includes(fold(search)))
  const peers = new Set(found.map(({ peer }) => peer?.id))
  const others = (people.data ?? []).filter(({ id }) => !peers.has(id))
  return (
    <div className={styles.results}>
      {link}
      {found.length > 0 && (
        <section aria-label={text.groupsFound}>
          <h2 className={styles.resultHead}>{text.groups}</h2>
          <ul className={styles.items}>{found.map(item)}</ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={text.people}>
          <h2 className={styles.resultHead}>{text.people}</h2>
          <ul className={styles.items}>
            {others.map(person => (
              <li key={person.id}>
                <UnstyledButton
                  className={styles.item}
                  onClick={() => start.mutate(person.id, { onSuccess: ({ id }) => onOpen(id) })}
                >
                  <PersonAvatar person={person} size={42} />
                  <span className={styles.itemWords}>
                    <span className={styles.itemName}>{person.fullName}</span>
                    <span className={styles.itemPreview}>{person.clubName}</span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.data && found.length === 0 && others.length === 0 && (
        <Text c="dimmed" size="sm" p="md" ta="center">
          {text.nothingFound}
        </Text>
      )}
    </div>
  )
}
