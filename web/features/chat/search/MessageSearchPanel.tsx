import { Box, Button, Card, Flex, Group, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { searchMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { chatText } from '#texts/conversations.ts'
import { searchText as text } from '#texts/message-search.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { MessageSearchInput } from '#web/features/chat/chat.search.ts'
import { GroupAvatar } from '#web/features/chat/groups/GroupAvatar.tsx'
import { useGroupsWithVerifiedServerData } from '#web/features/chat/groups/use-groups-with-verified-server-data.ts'
import { HighlightedWords } from '#web/features/chat/messages/list/MessageContent.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import type { DescribedGroup, PlaintextPermit } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { formatTimestampAsTimeOrDate, getStartOfLocalDay } from '#web/lib/format/format.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { MessageSearchFilters } from './MessageSearchFilters.tsx'
import { MessageSearchSuggestions } from './MessageSearchSuggestions.tsx'
import { type MessageSearchCriteria, useMessageSearchOnDevice } from './use-message-search-on-device.ts'
import { useRecentMessageSearches } from './use-recent-message-searches.ts'

/** Message found by a search, either by the server or on this device. */
interface Hit {
  groupId: number
  seq: number
  senderId: number
  sender: { fullName: string }
  content: string
  createdAt: string
}

/**
 * Searches plaintext groups on the server. Search terms are sent only if the conversation core (rules in
 * lib/e2ee/conversation) permits plaintext.
 */
function useServerSearch(
  { terms, senderId, from, to }: MessageSearchCriteria,
  groupId: number | undefined,
  permits: PlaintextPermit[],
) {
  const query = { search: terms, groupId, senderId, from, to }
  return useInfiniteQuery({
    queryKey: [searchMessages.path, query],
    queryFn: ({ pageParam }) =>
      callEndpoint(searchMessages, { query: { ...query, ...(pageParam && { reached: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ reached }) => reached ?? undefined,
    enabled: terms !== '' && permits.length > 0,
    // Results of a message search are not cached, because later messages may match as well.
    gcTime: 0,
  })
}

/** Shortens a message so that the first match is near the start. */
function buildSearchExcerpt(content: string, terms: string): string {
  const [first = ''] = terms.split(/\s+/)
  const index = content.toLocaleLowerCase('ms').indexOf(first.toLocaleLowerCase('ms'))
  return index > 60 ? `…${content.slice(index - 40)}` : content
}

function MessageSearchResult({
  hit,
  group,
  words,
  myId,
  link,
}: {
  hit: Hit
  group: GroupRow
  words: string
  myId: number
  link: (props: { group: number; message: number; className?: string; children: ReactNode }) => ReactNode
}) {
  const senderName = hit.senderId === myId ? chatText.you : hit.sender.fullName
  return (
    <li>
      {link({
        group: hit.groupId,
        message: hit.seq,
        className: styles.item,
        children: (
          <>
            <GroupAvatar group={group} />
            <Flex component="span" direction="column" flex={1} miw={0}>
              <Flex component="span" gap={8} align="baseline" justify="space-between">
                <span className={styles.itemName}>{group.name}</span>
                <time className={styles.itemTime} dateTime={hit.createdAt}>
                  {formatTimestampAsTimeOrDate(hit.createdAt)}
                </time>
              </Flex>
              <Text span inherit lineClamp={3} fz={14} style={{ overflowWrap: 'anywhere' }}>
                {senderName}:{' '}
                <HighlightedWords
                  text={buildSearchExcerpt(getMessagePreviewText(hit.content), words)}
                  words={words.split(/\s+/).filter(Boolean)}
                  isCaseIgnored
                />
              </Text>
            </Flex>
          </>
        ),
      })}
    </li>
  )
}

/** Shows the results of one message search. When terms or filters change, a new component replaces it. */
function MessageSearchResultList({
  groups,
  criteria,
  groupId,
  myId,
  link,
  onFound,
}: {
  groups: DescribedGroup[]
  criteria: MessageSearchCriteria
  groupId?: number
  myId: number
  link: Parameters<typeof MessageSearchResult>[0]['link']
  /** Event handler that receives the search terms once the message search has found something. */
  onFound: (terms: string) => void
}) {
  const searchedGroups = groups.filter(({ id }) => groupId === undefined || id === groupId)
  const encryptedGroups = searchedGroups.filter(({ conversation }) => conversation.mode === 'encrypted')
  const permits = searchedGroups.flatMap(({ conversation }) => conversation.permit ?? [])
  const device = useMessageSearchOnDevice(encryptedGroups, myId, criteria)
  const server = useServerSearch(criteria, groupId, permits)
  // Search results of the server are shown only for unencrypted groups, because the server could forge others.
  const isPermitted = (hit: Hit) => permits.some(permit => permit.groupId === hit.groupId)
  const serverHits = server.data?.pages.flatMap(page => page.found).filter(isPermitted) ?? []
  const unsortedHits: Hit[] = [...serverHits, ...device.matches]
  const hits = unsortedHits.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const isBusy = server.isFetching || device.state === 'searching'
  const hasFound = !isBusy && hits.length > 0
  useEffect(() => {
    if (hasFound) onFound(criteria.terms)
  }, [hasFound, onFound, criteria.terms])
  const searchOlderMessages = () => {
    if (server.hasNextPage) void server.fetchNextPage()
    if (device.hasMore) device.searchFurther()
  }
  return (
    <Card>
      <Group gap="xs" role="status" mih={22}>
        {isBusy && <Loader size="xs" />}
        <Text size="sm" c="dimmed">
          {device.state === 'keyless' && encryptedGroups.length > 0 && `${text.keyless} `}
          {isBusy && (device.searched > 0 ? text.onDevice({ count: device.searched }) : text.onServer)}
          {!isBusy && !server.error && (hits.length > 0 ? text.found({ count: hits.length }) : text.none)}
        </Text>
      </Group>
      {server.error && <ErrorState error={server.error} onRetry={() => server.refetch()} />}
      {/* The rows extend into the padding of the card, so that their avatars are aligned with its text. */}
      <Box component="ul" mx={-10} mb={-10} className={styles.items} aria-label={text.results}>
        {hits.map(hit => {
          const group = groups.find(({ id }) => id === hit.groupId)
          return (
            group && (
              <MessageSearchResult
                key={`${hit.groupId} ${hit.seq}`}
                hit={hit}
                group={group}
                words={criteria.terms}
                myId={myId}
                link={link}
              />
            )
          )
        })}
      </Box>
      {!isBusy && (server.hasNextPage || device.hasMore) && (
        <Button variant="default" mt={20} onClick={searchOlderMessages}>
          {text.further}
        </Button>
      )}
    </Card>
  )
}

/**
 * Says whether the message search runs on this device, on the server (which receives the search terms) or on
 * both.
 */
function determineWhereSearchRuns(
  groups: DescribedGroup[],
  groupId: number | undefined,
): keyof typeof text.where {
  const isPlaintext = ({ conversation }: DescribedGroup) => conversation.mode === 'plaintext'
  if (groupId === undefined) return groups.some(isPlaintext) ? 'both' : 'device'
  return groups.some(group => group.id === groupId && isPlaintext(group)) ? 'server' : 'device'
}

/** Searches all conversations: plaintext messages on the server, encrypted messages on this device. */
export function MessageSearchPanel({
  myId,
  input,
  link,
  onChange,
}: {
  myId: number
  input: MessageSearchInput
  link: Parameters<typeof MessageSearchResult>[0]['link']
  onChange: (change: MessageSearchInput) => void
}) {
  const groups = useGroupsWithVerifiedServerData()
  const { q: words = '', group, person, from, to } = input
  const recent = useRecentMessageSearches(myId)
  const isPhone = useIsPhone()
  const filters = <MessageSearchFilters groups={groups.data ?? []} input={input} onChange={onChange} />
  const criteria: MessageSearchCriteria = {
    terms: words,
    ...(person && { senderId: person }),
    ...(from && { from: getStartOfLocalDay(from) }),
    ...(to && { to: getStartOfLocalDay(to, 1) }),
  }
  return (
    <Stack>
      <Card>
        <Stack>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <SearchField
              flex="1"
              label={text.label}
              placeholder={isPhone ? text.short : undefined}
              value={words}
              onChange={q => onChange({ q: q || undefined })}
            />
            {isPhone && (
              <FilterButton
                active={[group, person, from, to].filter(Boolean).length}
                onClear={() =>
                  onChange({ group: undefined, person: undefined, from: undefined, to: undefined })
                }
              >
                {filters}
              </FilterButton>
            )}
          </Group>
          {!isPhone && filters}
          {groups.data && (
            <Text size="sm" c="dimmed">
              {text.where[determineWhereSearchRuns(groups.data, group)]}
            </Text>
          )}
          {words === '' && groups.data && (
            <MessageSearchSuggestions
              groups={groups.data}
              searches={recent.searches}
              onChoose={onChange}
              onRemove={recent.remove}
              onClear={recent.clear}
            />
          )}
        </Stack>
      </Card>
      {words !== '' && groups.data && (
        <MessageSearchResultList
          key={JSON.stringify([criteria, group])}
          groups={groups.data}
          criteria={criteria}
          groupId={group}
          myId={myId}
          link={link}
          onFound={recent.add}
        />
      )}
    </Stack>
  )
}
