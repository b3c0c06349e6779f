import { Button, Card, Group, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { searchMessages } from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from '#web/lib/api.ts'
import { momentOfDay, showDayName, showTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import styles from './Chat.module.css'
import type { MessageSearchAddress } from './chat.search.ts'
import { chatText } from './chat.text.ts'
import { GroupAvatar } from './GroupAvatar.tsx'
import { MessageSearchFilters } from './MessageSearchFilters.tsx'
import { searchText as text } from './message-search.text.ts'
import { useDeviceSearch, type Wanted } from './use-device-search.ts'
import { useKnownGroups } from './use-names.ts'

/** What both searches find. */
interface Hit {
  groupId: number
  seq: number
  senderId: number
  sender: { fullName: string }
  content: string
  createdAt: string
}

function useServerSearch({ words, senderId, from, to }: Wanted, groupId: number | undefined) {
  const query = { search: words, groupId, senderId, from, to }
  return useInfiniteQuery({
    queryKey: [searchMessages.path, query],
    queryFn: ({ pageParam }) =>
      call(searchMessages, { query: { ...query, ...(pageParam && { reached: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ reached }) => reached ?? undefined,
    enabled: words !== '',
    // What is said meanwhile belongs to it.
    gcTime: 0,
  })
}

/** Where the words stand, with some of what is around them. */
function excerpt(content: string, words: string): string {
  const [first = ''] = words.split(/\s+/)
  const at = content.toLocaleLowerCase('ms').indexOf(first.toLocaleLowerCase('ms'))
  return at > 60 ? `…${content.slice(at - 40)}` : content
}

function Result({
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
  const who = hit.senderId === myId ? chatText.you : hit.sender.fullName
  return (
    <li>
      {link({
        group: hit.groupId,
        message: hit.seq,
        className: styles.item,
        children: (
          <>
            <GroupAvatar group={group} />
            <span className={styles.itemWords}>
              <span className={styles.itemName}>{group.name}</span>
              <span className={styles.found}>
                {who}: {excerpt(hit.content, words)}
              </span>
            </span>
            <span className={styles.itemSide}>
              <span>{showDayName(hit.createdAt)}</span>
              <span>{showTime(hit.createdAt)}</span>
            </span>
          </>
        ),
      })}
    </li>
  )
}

/** Of one search; another one is another list. */
function Results({
  groups,
  wanted,
  groupId,
  myId,
  isSealed,
  link,
}: {
  groups: GroupRow[]
  wanted: Wanted
  groupId?: number
  myId: number
  isSealed: (group: GroupRow) => boolean
  link: Parameters<typeof Result>[0]['link']
}) {
  const inReach = groups.filter(({ id }) => groupId === undefined || id === groupId)
  const sealed = inReach.filter(isSealed)
  const device = useDeviceSearch(sealed, myId, wanted)
  const server = useServerSearch(wanted, groupId)
  const found: Hit[] = [...(server.data?.pages.flatMap(page => page.found) ?? []), ...device.matches]
  const hits = found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const isBusy = server.isFetching || device.state === 'searching'
  const goFurther = () => {
    if (server.hasNextPage) void server.fetchNextPage()
    if (device.hasMore) device.goOn()
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status" mih={22}>
        {isBusy && <Loader size="xs" />}
        <Text size="sm" c="dimmed">
          {device.state === 'keyless' && sealed.length > 0 && text.keyless}
          {device.searched > 0 && text.onDevice(device.searched)}
          {device.searched === 0 && server.isFetching && text.onServer}
        </Text>
      </Group>
      {server.error && <ErrorState error={server.error} onRetry={() => server.refetch()} />}
      <ul className={styles.items} aria-label={text.results}>
        {hits.map(hit => {
          const group = groups.find(({ id }) => id === hit.groupId)
          return (
            group && (
              <Result
                key={`${hit.groupId} ${hit.seq}`}
                hit={hit}
                group={group}
                words={wanted.words}
                myId={myId}
                link={link}
              />
            )
          )
        })}
      </ul>
      {!isBusy && hits.length === 0 && !server.error && <Text c="dimmed">{text.none}</Text>}
      {!isBusy && (server.hasNextPage || device.hasMore) && (
        <Button variant="default" onClick={goFurther}>
          {text.further}
        </Button>
      )}
    </Stack>
  )
}

/** One search over all one's conversations: plain ones on the server, encrypted ones on this device. */
export function MessageSearch({
  myId,
  address,
  link,
  onChange,
}: {
  myId: number
  address: MessageSearchAddress
  link: Parameters<typeof Result>[0]['link']
  onChange: (change: MessageSearchAddress) => void
}) {
  const groups = useKnownGroups(myId)
  const { q: words = '', group, person, from, to } = address
  const wanted: Wanted = {
    words,
    ...(person && { senderId: person }),
    ...(from && { from: momentOfDay(from) }),
    ...(to && { to: momentOfDay(to, 1) }),
  }
  return (
    <Card maw={820}>
      <Stack>
        <SearchField label={text.label} value={words} onChange={q => onChange({ q: q || undefined })} />
        <MessageSearchFilters groups={groups.data ?? []} address={address} onChange={onChange} />
        {words === '' ? (
          <Text size="sm" c="dimmed">
            {text.hint}
          </Text>
        ) : (
          groups.data && (
            <Results
              key={JSON.stringify([wanted, group])}
              groups={groups.data}
              wanted={wanted}
              groupId={group}
              myId={myId}
              isSealed={groups.isSealed}
              link={link}
            />
          )
        )}
      </Stack>
    </Card>
  )
}
