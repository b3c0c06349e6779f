import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Box, Checkbox, Flex, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { FoundPerson } from '#shared/contracts/users/users.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import styles from '#web/features/chat/Chat.module.css'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { usePeopleSearch } from './groups.api.ts'

function PersonOption({ person }: { person: FoundPerson }) {
  return (
    <>
      <PersonAvatar person={person} size={36} />
      <Flex component="span" direction="column" flex={1} miw={0}>
        <span className={styles.itemName}>{person.fullName}</span>
        <span className={styles.itemPreview}>{person.clubName}</span>
      </Flex>
    </>
  )
}

/**
 * Picks people of the user's club and country. With `chosen`, several people can be selected; otherwise one click
 * picks.
 */
export function PeoplePicker({
  chosen,
  without = [],
  error,
  onPick,
}: {
  chosen?: FoundPerson[]
  without?: number[]
  error?: string
  onPick: (person: FoundPerson) => void
}) {
  const [search, setSearch] = useState('')
  const people = usePeopleSearch(search)
  if (people.error) return <ErrorState error={people.error} onRetry={() => people.refetch()} />
  const found = (people.data ?? []).filter(({ id }) => !without.includes(id))
  const isPersonChosen = (person: FoundPerson) => chosen?.some(({ id }) => id === person.id) ?? false
  return (
    <div>
      <SearchField label={text.findPeople} value={search} error={error} onChange={setSearch} />
      {/* On phones the dialog scrolls as a whole, so the list of people has no scrollbar of its own. */}
      <Box
        component="ul"
        mah={{ sm: 300 }}
        bd={{ sm: '1px solid var(--line)' }}
        bdrs={12}
        style={{ overflowY: 'auto' }}
        className={styles.people}
      >
        {people.isPending && [0, 1, 2].map(index => <Skeleton key={index} height={48} mt={8} />)}
        {found.map(person => (
          <li key={person.id}>
            {chosen ? (
              <label className={styles.item} htmlFor={`person-${person.id}`}>
                <Checkbox
                  id={`person-${person.id}`}
                  checked={isPersonChosen(person)}
                  onChange={() => onPick(person)}
                  aria-label={person.fullName}
                />
                <PersonOption person={person} />
              </label>
            ) : (
              <UnstyledButton className={styles.item} onClick={() => onPick(person)}>
                <PersonOption person={person} />
              </UnstyledButton>
            )}
          </li>
        ))}
      </Box>
      {people.data && found.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.noPeople}
        </Text>
      )}
    </div>
  )
}
