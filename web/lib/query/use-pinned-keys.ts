import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import type { KnownConversations } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { currentUserQuery } from './query-client.ts'

const nothingKnown: KnownConversations = { pins: {}, groups: {} }

/** Trust record: keys and names of other users that this device has stored; undefined until it is loaded. */
export function usePinnedKeys(): KnownConversations | undefined {
  const myId = useQuery(currentUserQuery).data?.id
  const [trust, setTrust] = useState<Trust>()
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (myId === undefined) return
    let isCancelled = false
    const load = async () => {
      await firstScreenPainted
      const { getPinnedKeyStore: trustOf } = await import('#web/lib/e2ee/group/trust-store.ts')
      const loadedTrust = trustOf(myId)
      await loadedTrust.load()
      if (!isCancelled) setTrust(loadedTrust)
    }
    load().catch(() => !isCancelled && setBlocked(true))
    return () => {
      isCancelled = true
    }
  }, [myId])
  const record = useStoreState(trust)
  // If the browser blocks storage, unencrypted groups work as on a new device, but encrypted ones do not.
  return record ?? (isBlocked ? nothingKnown : undefined)
}

/** Returns a function that finds the name that a user has signed, so that the server cannot rename anybody. */
export function useSignedUserNameLookup(): (userId: number) => string | undefined {
  const trust = usePinnedKeys()
  return userId => trust?.pins[userId]?.name?.name
}
