import { useEffect, useMemo, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { Trust, TrustRecord } from '#web/lib/e2ee/trust.ts'
import { firstScreen } from '#web/lib/first-screen.ts'
import { useStore } from '#web/lib/store.ts'
import { useGroups } from './groups.api.ts'

/** What this device knows of others, once it is there. */
function useTrust(myId: number): TrustRecord | undefined {
  const [trust, setTrust] = useState<Trust>()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      await firstScreen
      const { trustOf } = await import('#web/lib/e2ee/trust-store.ts')
      const found = trustOf(myId)
      await found.load()
      if (!isGone) setTrust(found)
    }
    // A browser that keeps nothing knows nobody.
    load().catch(() => {})
    return () => {
      isGone = true
    }
  }, [myId])
  return useStore(trust)
}

/** One's groups: conversations by the name the other has signed, and which are encrypted (as use-encryption judges it). */
export function useKnownGroups(myId: number) {
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
  const isSealed = ({ id, type, encrypted }: GroupRow) =>
    type === 'custom' || encrypted || trust?.groups[id] !== undefined
  // No more than is used: every other property that is read would draw the list anew whenever it is looked up.
  const { error, isPending, refetch } = groups
  return { data, error, isPending, refetch, isSealed }
}
