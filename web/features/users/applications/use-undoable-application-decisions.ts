// Approvals and rejections can be undone: each decision stays in the browser for some seconds before it is sent.
// Leaving the approval screen sends pending decisions at once. Closing the page sends them by `sendBeacon`.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UndoableDecision } from '#web/features/users/users.api.ts'

/** Seconds during which a decision about an applicant can be undone before it is sent. */
export const undoSeconds = 5

/**
 * Delays each decision by `undoSeconds`. On unmount, waiting decisions are sent through `send`. When the page is
 * unloaded and no response can be received, `sendAtLast` sends them.
 */
export function useUndoableApplicationDecisions(
  send: (decision: UndoableDecision) => void,
  sendAtLast: (decision: UndoableDecision) => void,
) {
  const [pending, setPending] = useState<UndoableDecision[]>([])
  const timers = useRef(new Map<number, { timer: number; decision: UndoableDecision }>())
  const senders = useRef({ send, sendAtLast })
  senders.current = { send, sendAtLast }

  const withdraw = useCallback((id: number): UndoableDecision | undefined => {
    const entry = timers.current.get(id)
    if (!entry) return undefined
    window.clearTimeout(entry.timer)
    timers.current.delete(id)
    setPending(current => current.filter(decision => decision.id !== id))
    return entry.decision
  }, [])

  const schedule = useCallback(
    (decision: UndoableDecision) => {
      if (timers.current.has(decision.id)) return
      const timer = window.setTimeout(() => {
        const due = withdraw(decision.id)
        if (due) senders.current.send(due)
      }, undoSeconds * 1000)
      timers.current.set(decision.id, { timer, decision })
      setPending(current => [...current, decision])
    },
    [withdraw],
  )

  useEffect(() => {
    const sendAllDecisions = (sender: 'send' | 'sendAtLast') => {
      for (const id of [...timers.current.keys()]) {
        const decision = withdraw(id)
        if (decision) senders.current[sender](decision)
      }
    }
    const onHide = () => sendAllDecisions('sendAtLast')
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      sendAllDecisions('send')
    }
  }, [withdraw])

  return { pending, schedule, withdraw }
}
