import { useEffect, useState } from 'react'
import { readAccount } from '#shared/contracts/account/account.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { useSignedUserNameLookup } from '#web/lib/query/use-pinned-keys.ts'

/** Time (ms) without a typing event after which a member counts as no longer typing. */
const typingTimeout = 5000

/**
 * Returns the names of other members who are typing, in an encrypted group the signed names. A new message from a
 * member ends that member's typing status.
 */
export function useNamesOfTypingMembers({ id: groupId, encrypted }: GroupRow, myId: number): string[] {
  const getSignedName = useSignedUserNameLookup()
  const [typing, setTyping] = useState<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const removeMember = (userId: number) => {
      clearTimeout(timers.get(userId))
      setTyping(before => {
        if (!before.has(userId)) return before
        const now = new Map(before)
        now.delete(userId)
        return now
      })
    }
    const unsubscribers = [
      connection.on('member-typing', event => {
        if (event.groupId !== groupId || event.userId === myId) return
        clearTimeout(timers.get(event.userId))
        timers.set(
          event.userId,
          setTimeout(() => removeMember(event.userId), typingTimeout),
        )
        setTyping(before => new Map(before).set(event.userId, event.name))
      }),
      connection.on('new-message', message => message.groupId === groupId && removeMember(message.senderId)),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [groupId, myId])
  return Array.from(typing, ([userId, name]) => (encrypted ? getSignedName(userId) : undefined) ?? name)
}

const minInterval = 3000
let lastSentAt = 0

/** Sends a typing event every few seconds while the user types, unless the user hides their presence. */
export async function sendTypingEvent(groupId: number): Promise<void> {
  if (Date.now() - lastSentAt < minInterval || !connection.isConnected()) return
  lastSentAt = Date.now()
  try {
    const { showsPresence } = await queryClient.fetchQuery(buildQueryOptions(readAccount))
    if (showsPresence) await connection.ask('typing', groupId)
  } catch {
    // A typing event that could not be sent is ignored, because the next key press sends another one.
  }
}
