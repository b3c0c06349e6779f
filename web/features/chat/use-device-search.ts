import { useEffect, useMemo, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { type Found, searchBack } from './search-back.ts'
import type { ShownMessage } from './shown-message.ts'

export interface Wanted {
  words: string
  senderId?: number
  /** Moments, the second not included. */
  from?: string
  to?: string
}

/** Of each group how far it was looked through. */
type Progress = ReadonlyMap<number, Found>

function isWithin({ senderId, from = '', to = '9' }: Wanted, message: ShownMessage): boolean {
  if (senderId !== undefined && message.senderId !== senderId) return false
  return message.createdAt >= from && message.createdAt < to
}

/** One group after the other, a stretch of each; what is looked for stays on this device. */
async function* search(
  groups: GroupRow[],
  myId: number,
  wanted: Wanted,
  before: Progress,
): AsyncGenerator<[number, Found] | 'keyless'> {
  const { findKeys, openGroup } = await import('#web/lib/e2ee/open-group.ts')
  const { sealedWireTo } = await import('./use-conversation.ts')
  const { identity } = await findKeys(myId)
  if (!identity) return yield 'keyless'
  for (const group of groups) {
    const from = before.get(group.id)
    if (from && !from.hasMore) continue
    const sealed = await openGroup(group, identity)
    await sealed.sync().catch(() => {})
    const isWanted = (message: ShownMessage) => isWithin(wanted, message)
    const wire = sealedWireTo(group.id, myId, sealed)
    for await (const found of searchBack(wire, wanted.words, from, isWanted)) yield [group.id, found]
  }
}

/** Over the encrypted groups among these. Another search begins anew. */
export function useDeviceSearch(groups: GroupRow[], myId: number, wanted: Wanted) {
  const [progress, setProgress] = useState<Progress>(new Map())
  const [from, setFrom] = useState<Progress>(new Map())
  const [state, setState] = useState<'searching' | 'done' | 'keyless'>('searching')
  const ids = groups.map(({ id }) => id).join()
  const { words, senderId, from: first, to } = wanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew whenever somebody says something
  useEffect(() => {
    if (words === '' || groups.length === 0) return setState('done')
    let isGone = false
    setState('searching')
    async function run() {
      for await (const found of search(groups, myId, { words, senderId, from: first, to }, from)) {
        if (isGone) return
        if (found === 'keyless') return setState('keyless')
        setProgress(before => new Map(before).set(...found))
      }
      if (!isGone) setState('done')
    }
    run().catch(() => !isGone && setState('done'))
    return () => {
      isGone = true
    }
  }, [ids, myId, words, senderId, first, to, from])
  return useMemo(() => {
    const all = [...progress.values()]
    return {
      state,
      matches: all.flatMap(({ matches }) => matches),
      searched: all.reduce((sum, { searched }) => sum + searched, 0),
      hasMore: state === 'done' && all.some(({ hasMore }) => hasMore),
      goOn: () => setFrom(progress),
    }
  }, [progress, state])
}
