import { useEffect, useState } from 'react'
import type { PresenceAnswer } from '#shared/contracts/socket.ts'
import { showRecent } from '#web/lib/format.ts'
import { connection } from '#web/lib/socket.ts'
import { presenceText as text } from './presence.text.ts'

/** How long what was heard is good for. */
const span = 30_000

/** Whether somebody is here, or when they last were; undefined: it is not for one to know. */
export function usePresence(userId: number | undefined): string | undefined {
  const [words, setWords] = useState<string>()
  useEffect(() => {
    setWords(undefined)
    if (userId === undefined) return
    let isGone = false
    const look = async () => {
      const answer = await connection.ask<PresenceAnswer>('see-presence', userId)
      if (isGone || !answer.ok) return
      const { isOnline, lastSeenAt } = answer
      setWords(
        isOnline ? text.online : (lastSeenAt ?? undefined) && text.lastSeen(showRecent(lastSeenAt ?? '')),
      )
    }
    const lookSafely = () => {
      if (connection.isConnected() && !document.hidden) look().catch(() => {})
    }
    lookSafely()
    const timer = setInterval(lookSafely, span)
    const stop = connection.on('connect', lookSafely)
    return () => {
      isGone = true
      clearInterval(timer)
      stop()
    }
  }, [userId])
  return words
}
