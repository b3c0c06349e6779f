import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { ActionIcon, Box, Card, Flex, Group, Skeleton, Switch, Text, Title } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { DirectoryEntry } from '#shared/contracts/clubs/clubs.schemas.ts'
import { directoryText as text } from '#texts/clubs.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { useNavigateToDirectMessage } from '#web/lib/query/use-navigate-to-direct-message.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PaginationButtons } from '#web/ui/list/PaginationButtons.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import {
  directoryPageSize,
  useClubMemberDirectory,
  useOwnVisibilityInClubDirectory,
  useSetOwnVisibilityInClubDirectory,
} from './clubs.api.ts'

/** Switch with which a member opts in to or out of the club directory. */
function DirectoryListingSwitch({ isListed }: { isListed: boolean }) {
  const setListing = useSetOwnVisibilityInClubDirectory()
  const checkboxProps = useAutosavedCheckbox(isListed, (isWanted, onSettled) =>
    setListing.mutate(isWanted, { onSettled }),
  )
  return <Switch label={text.listed} {...checkboxProps} />
}

function ClubDirectoryEntry({ person, isMe }: { person: DirectoryEntry; isMe: boolean }) {
  const message = useNavigateToDirectMessage()
  const { id, fullName, course, institution } = person
  return (
    <Flex component="li" gap={12} align="center" mih={68} py={8}>
      <PersonAvatar person={person} size={44} />
      <Box component="span" flex="1 1 auto" miw={0}>
        <Box component="span" display="block" fw={600} style={{ overflowWrap: 'anywhere' }} lh={1.3}>
          {fullName}
        </Box>
        <Box component="span" display="block" fz={13} c="dimmed">
          {isMe ? text.you : (course ?? institution)}
        </Box>
      </Box>
      {!isMe && (
        <ButtonTooltip label={text.messageTo({ name: fullName })}>
          <ActionIcon
            variant="light"
            size={44}
            aria-label={text.messageTo({ name: fullName })}
            loading={message.isPending}
            onClick={() => message.mutate(id)}
          >
            <IconMessage size={20} aria-hidden />
          </ActionIcon>
        </ButtonTooltip>
      )}
    </Flex>
  )
}

/** Directory of the user's own club, visible to its members only. */
export function ClubMemberDirectory({ user, clubId }: { user: CurrentUser; clubId: number }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = useClubMemberDirectory(clubId, search, page)
  const listed = useOwnVisibilityInClubDirectory()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const { rows = [], total = 0, isCapped } = query.data ?? {}
  return (
    <Box component="section" mt={32} aria-label={text.title}>
      <Title order={2} size="h3">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.help}
      </Text>
      <Card>
        <Group gap="12px 20px" justify="space-between" mb={12}>
          <SearchField
            label={text.search}
            flex="1 1 200px"
            value={search}
            onChange={searchText => {
              setSearch(searchText)
              setPage(1)
            }}
          />
          {listed.data ? (
            <DirectoryListingSwitch isListed={listed.data.isListed} />
          ) : (
            <Skeleton height={24} width={240} />
          )}
        </Group>
        {query.isPending && <Skeleton height={220} />}
        <Columns component="ul" template="repeat(auto-fill, minmax(min(100%, 280px), 1fr))" gap="0 24px">
          {rows.map(person => (
            <ClubDirectoryEntry key={person.id} person={person} isMe={person.id === user.id} />
          ))}
        </Columns>
        {query.data && rows.length === 0 && <EmptyState text={text.empty} />}
      </Card>
      {total > directoryPageSize && (
        <PaginationButtons
          list={text.title}
          page={page}
          pageSize={directoryPageSize}
          total={total}
          isCapped={isCapped}
          onChange={setPage}
        />
      )}
    </Box>
  )
}
