import { useEffect, useState } from 'react'
import type { PresenceAcknowledgement } from '#shared/realtime/socket-events.ts'
import { presenceText as text } from '#texts/presence.ts'
import { formatTimestampAsTimeOrDate } from '#web/lib/format/format.ts'
import { connection } from '#web/lib/query/live-connection.ts'

/** Interval in ms between requests for another user's online status. */
const refreshInterval = 30_000

/** Returns a text about a user's presence: online or last seen. Undefined until known, or if the user hides it. */
export function usePresence(userId: number | undefined): string | undefined {
  const [presence, setPresence] = useState<string>()
  useEffect(() => {
    setPresence(undefined)
    if (userId === undefined) return
    let isCancelled = false
    const fetchPresence = async () => {
      const response = await connection.ask<PresenceAcknowledgement>('see-presence', userId)
      if (isCancelled || !response.ok) return
      const { isOnline, lastSeenAt } = response
      setPresence(
        isOnline
          ? text.online
          : (lastSeenAt ?? undefined) &&
              text.lastSeen({ moment: formatTimestampAsTimeOrDate(lastSeenAt ?? '') }),
      )
    }
    const refresh = () => {
      if (connection.isConnected() && !document.hidden) fetchPresence().catch(() => {})
    }
    refresh()
    const timer = setInterval(refresh, refreshInterval)
    const unsubscribe = connection.on('connect', refresh)
    return () => {
      isCancelled = true
      clearInterval(timer)
      unsubscribe()
    }
  }, [userId])
  return presence
}
