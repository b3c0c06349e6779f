import { Box, Flex, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { usePeopleSearch, useStartConversation } from './groups.api.ts'

const normalizeSearchText = (value: string) => value.normalize('NFKD').toLocaleLowerCase('ms')

/** Results of the group search: the user's groups, and people to start a conversation with. */
export function GroupSearchResults({
  search,
  groups,
  item,
  link,
  onOpen,
}: {
  search: string
  groups: DescribedGroup[]
  item: (group: DescribedGroup) => ReactNode
  /** Link to the message search, with the search terms of the group search filled in. */
  link: ReactNode
  onOpen: (id: number) => void
}) {
  const people = usePeopleSearch(search)
  const start = useStartConversation()
  const matchingGroups = groups.filter(({ name }) =>
    normalizeSearchText(name).includes(normalizeSearchText(search)),
  )
  const peers = new Set(matchingGroups.map(({ peer }) => peer?.id))
  const otherPeople = (people.data ?? []).filter(({ id }) => !peers.has(id))
  return (
    <div className={styles.results}>
      {link}
      {matchingGroups.length > 0 && (
        <section aria-label={text.groupsFound}>
          <Box component="h2" mt={12} fz={13} c="dimmed">
            {text.groups}
          </Box>
          <ul className={styles.items}>{matchingGroups.map(item)}</ul>
        </section>
      )}
      {otherPeople.length > 0 && (
        <section aria-label={text.people}>
          <Box component="h2" mt={12} fz={13} c="dimmed">
            {text.people}
          </Box>
          <ul className={styles.items}>
            {otherPeople.map(person => (
              <li key={person.id}>
                <UnstyledButton
                  className={styles.item}
                  onClick={() => start.mutate(person.id, { onSuccess: ({ id }) => onOpen(id) })}
                >
                  <PersonAvatar person={person} size={42} />
                  <Flex component="span" direction="column" flex={1} miw={0}>
                    <span className={styles.itemName}>{person.fullName}</span>
                    <span className={styles.itemPreview}>{person.clubName}</span>
                  </Flex>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.data && matchingGroups.length === 0 && otherPeople.length === 0 && (
        <Text c="dimmed" size="sm" p="md" ta="center">
          {text.nothingFound}
        </Text>
      )}
    </div>
  )
}
