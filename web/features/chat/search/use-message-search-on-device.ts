import { useEffect, useMemo, useState } from 'react'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { type SearchProgress, searchHistory } from './search-history.ts'

export interface MessageSearchCriteria {
  terms: string
  senderId?: number
  /** Start of the period of the message search, inclusive, as an ISO timestamp. The end, `to`, is exclusive. */
  from?: string
  to?: string
}

/** Progress of the message search, by group id. */
type Progress = ReadonlyMap<number, SearchProgress>

function doesMessageMatchCriteria(
  { senderId, from = '', to = '9' }: MessageSearchCriteria,
  message: DisplayedMessage,
): boolean {
  if (senderId !== undefined && message.senderId !== senderId) return false
  return message.createdAt >= from && message.createdAt < to
}

/** Searches one batch of messages of each encrypted group, one group after the other, on this device. */
async function* searchGroups(
  groups: DescribedGroup[],
  myId: number,
  criteria: MessageSearchCriteria,
  previousProgress: Progress,
): AsyncGenerator<[number, SearchProgress] | 'keyless'> {
  const { loadOwnAndPinnedKeys: findKeys, loadEncryptedGroup: openGroup } = await import(
    '#web/lib/e2ee/group/load-encrypted-group.ts'
  )
  const { createTransportOfEncryptedGroup: sealedWireTo } = await import(
    '#web/features/chat/messages/conversation/use-conversation.ts'
  )
  const { identity } = await findKeys(myId)
  if (!identity) return yield 'keyless'
  for (const group of groups) {
    const from = previousProgress.get(group.id)
    if (from && !from.hasMore) continue
    const encryptedGroup = await openGroup(group, identity)
    await encryptedGroup.sync().catch(() => {})
    const isMessageIncluded = (message: DisplayedMessage) => doesMessageMatchCriteria(criteria, message)
    const transport = sealedWireTo(myId, encryptedGroup)
    for await (const found of searchHistory(transport, criteria.terms, from, isMessageIncluded))
      yield [group.id, found]
  }
}

/** Searches the encrypted groups on this device. A change of the search criteria restarts the search. */
export function useMessageSearchOnDevice(
  groups: DescribedGroup[],
  myId: number,
  criteria: MessageSearchCriteria,
) {
  const [progress, setProgress] = useState<Progress>(new Map())
  const [from, setFrom] = useState<Progress>(new Map())
  const [state, setState] = useState<'searching' | 'done' | 'keyless'>('searching')
  const ids = groups.map(({ id }) => id).join()
  const { terms, senderId, from: first, to } = criteria
  // biome-ignore lint/correctness/useExhaustiveDependencies: `groups` is often rebuilt, so `ids` is compared instead
  useEffect(() => {
    if (terms === '' || groups.length === 0) return setState('done')
    let isCancelled = false
    setState('searching')
    async function runSearch() {
      for await (const found of searchGroups(
        groups,
        myId,
        { terms: terms, senderId, from: first, to },
        from,
      )) {
        if (isCancelled) return
        if (found === 'keyless') return setState('keyless')
        setProgress(before => new Map(before).set(...found))
      }
      if (!isCancelled) setState('done')
    }
    runSearch().catch(() => !isCancelled && setState('done'))
    return () => {
      isCancelled = true
    }
  }, [ids, myId, terms, senderId, first, to, from])
  return useMemo(() => {
    const all = [...progress.values()]
    return {
      state,
      matches: all.flatMap(({ matches }) => matches),
      searched: all.reduce((sum, { searched }) => sum + searched, 0),
      hasMore: state === 'done' && all.some(({ hasMore }) => hasMore),
      searchFurther: () => setFrom(progress),
    }
  }, [progress, state])
}
