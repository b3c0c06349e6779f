import { useEffect, useState } from 'react'
import { readAccount } from '#shared/contracts/account.endpoints.ts'
import { query } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'

/** After so long without another sign somebody has stopped. */
const span = 5000

/** The names of those who are writing just now, oneself left out. Whoever has spoken is no longer writing. */
export function useTyping(groupId: number, myId: number): string[] {
  const [typing, setTyping] = useState<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const stop = (userId: number) => {
      clearTimeout(timers.get(userId))
      setTyping(before => {
        if (!before.has(userId)) return before
        const now = new Map(before)
        now.delete(userId)
        return now
      })
    }
    const stops = [
      connection.on('member-typing', one => {
        if (one.groupId !== groupId || one.userId === myId) return
        clearTimeout(timers.get(one.userId))
        timers.set(
          one.userId,
          setTimeout(() => stop(one.userId), span),
        )
        setTyping(before => new Map(before).set(one.userId, one.name))
      }),
      connection.on('new-message', message => message.groupId === groupId && stop(message.senderId)),
    ]
    return () => {
      for (const end of stops) end()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [groupId, myId])
  return [...typing.values()]
}

const pause = 3000
let lastTold = 0

/** Sends a typing event every few seconds while the user types, unless the user hides their presence. */
export async function tellTyping(groupId: number): Promise<void> {
  if (Date.now() - lastTold < pause || !connection.isConnected()) return
  lastTold = Date.now()
  try {
    const { showsPresence } = await queryClient.fetchQuery(query(readAccount))
    if (showsPresence) await connection.ask('typing', groupId)
  } catch {
    // The next key press tries again.
  }
}
