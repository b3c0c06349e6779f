import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import { describeGroups, type KnownConversations } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useStore } from '#web/lib/state/store.ts'
import { useGroups } from './groups.api.ts'

const nothingKnown: KnownConversations = { pins: {}, groups: {} }

/** Pinned keys and names of other users on this device; undefined until loaded. */
function useTrust(myId: number | undefined): KnownConversations | undefined {
  const [trust, setTrust] = useState<Trust>()
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (myId === undefined) return
    let isCancelled = false
    const load = async () => {
      await firstScreenPainted
      const { getTrustRecord: trustOf } = await import('#web/lib/e2ee/group/trust-store.ts')
      const loadedTrust = trustOf(myId)
      await loadedTrust.load()
      if (!isCancelled) setTrust(loadedTrust)
    }
    load().catch(() => !isCancelled && setBlocked(true))
    return () => {
      isCancelled = true
    }
  }, [myId])
  const record = useStore(trust)
  // A browser that blocks storage cannot encrypt. It may use plaintext groups like a new device.
  return record ?? (isBlocked ? nothingKnown : undefined)
}

/** The user's groups as the conversation core describes them. The server's own claims never reach a screen. */
export function useDisplayedGroups() {
  const groups = useGroups()
  const me = useQuery(currentUserQuery).data ?? undefined
  const trust = useTrust(me?.id)
  const data = useMemo(
    () => groups.data && me && describeGroups({ me, ...(trust && { trust }) }, groups.data),
    [groups.data, me, trust],
  )
  // TanStack Query tracks which properties are read: reading only these three avoids a render on every refetch.
  const { error, isPending, refetch } = groups
  return { data, error, isPending, refetch }
}
