import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { ActionIcon, Card, Skeleton, Switch, Text, Title } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { DirectoryEntry } from '#shared/contracts/clubs/clubs.schemas.ts'
import { useSavedCheckbox } from '#web/lib/form/use-saved-checkbox.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { useOpenDirectMessage } from '#web/lib/query/use-open-direct-message.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Pager } from '#web/ui/list/Pager.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './ClubDirectory.module.css'
import {
  directoryPageSize,
  useClubDirectory,
  useDirectoryVisibility,
  useSetDirectoryVisibility,
} from './clubs.api.ts'
import { directoryText as text } from './clubs.text.ts'

/** Switch with which a member opts in to or out of the club directory. */
function ListingSwitch({ isListed }: { isListed: boolean }) {
  const setListing = useSetDirectoryVisibility()
  const checkboxProps = useSavedCheckbox(isListed, (isWanted, onSettled) =>
    setListing.mutate(isWanted, { onSettled }),
  )
  return <Switch label={text.listed} {...checkboxProps} />
}

function Entry({ person, isMe }: { person: DirectoryEntry; isMe: boolean }) {
  const message = useOpenDirectMessage()
  const { id, fullName, course, institution } = person
  return (
    <li className={styles.entry}>
      <PersonAvatar person={person} size={44} />
      <span className={styles.words}>
        <span className={styles.name}>{fullName}</span>
        <span className={styles.line}>{isMe ? text.you : (course ?? institution)}</span>
      </span>
      {!isMe && (
        <ButtonTooltip label={text.messageTo(fullName)}>
          <ActionIcon
            variant="light"
            size={44}
            aria-label={text.messageTo(fullName)}
            loading={message.isPending}
            onClick={() => message.mutate(id)}
          >
            <IconMessage size={20} aria-hidden />
          </ActionIcon>
        </ButtonTooltip>
      )}
    </li>
  )
}

/** Directory of the user's own club, visible to its members only. */
export function ClubDirectory({ user, clubId }: { user: CurrentUser; clubId: number }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = useClubDirectory(clubId, search, page)
  const listed = useDirectoryVisibility()
  if (isDataMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const { rows = [], total = 0, isCapped } = query.data ?? {}
  return (
    <section className={styles.section} aria-label={text.title}>
      <Title order={2} size="h3">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.help}
      </Text>
      <Card>
        <div className={styles.head}>
          <SearchField
            label={text.search}
            className={styles.search}
            value={search}
            onChange={searchText => {
              setSearch(searchText)
              setPage(1)
            }}
          />
          {listed.data ? (
            <ListingSwitch isListed={listed.data.isListed} />
          ) : (
            <Skeleton height={24} width={240} />
          )}
        </div>
        {query.isPending && <Skeleton height={220} />}
        <ul className={styles.entries}>
          {rows.map(person => (
            <Entry key={person.id} person={person} isMe={person.id === user.id} />
          ))}
        </ul>
        {query.data && rows.length === 0 && <EmptyState text={text.empty} />}
      </Card>
      {total > directoryPageSize && (
        <Pager
          list={text.title}
          page={page}
          pageSize={directoryPageSize}
          total={total}
          isCapped={isCapped}
          onChange={setPage}
        />
      )}
    </section>
  )
}
