import { useEffect, useMemo, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import { useStore } from '#web/lib/state/store.ts'
import { useGroups } from './groups.api.ts'

/** Pinned keys and names of other users on this device; undefined until loaded. */
function useTrust(myId: number): TrustRecord | undefined {
  const [trust, setTrust] = useState<Trust>()
  useEffect(() => {
    let isCancelled = false
    const load = async () => {
      await firstScreenPainted
      const { getTrustRecord: trustOf } = await import('#web/lib/e2ee/group/trust-store.ts')
      const loadedTrust = trustOf(myId)
      await loadedTrust.load()
      if (!isCancelled) setTrust(loadedTrust)
    }
    // A browser that blocks storage has no pinned keys, which is not an error.
    load().catch(() => {})
    return () => {
      isCancelled = true
    }
  }, [myId])
  return useStore(trust)
}

/** User's groups. Direct conversations show the other user's signed name. `isEncrypted` agrees with useEncryption. */
export function useDisplayedGroups(myId: number) {
  const groups = useGroups()
  const trust = useTrust(myId)
  const data = useMemo(
    () =>
      groups.data?.map((group): GroupRow => {
        const name = group.peer && trust?.pins[group.peer.id]?.name?.name
        return name ? { ...group, name } : group
      }),
    [groups.data, trust],
  )
  const isEncrypted = ({ id, type, encrypted }: GroupRow) =>
    type === 'custom' || encrypted || trust?.groups[id] !== undefined
  // TanStack Query tracks which properties are read: reading only these three avoids a render on every refetch.
  const { error, isPending, refetch } = groups
  return { data, error, isPending, refetch, isEncrypted }
}
