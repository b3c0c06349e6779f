import { useCallback, useEffect, useRef, useState } from 'react'

/** As long as a decision can be taken back: until then nothing has been sent. */
export const graceSeconds = 5

export interface Held {
  id: number
  name: string
  kind: 'approve' | 'reject'
  reason?: string
}

/**
 * Holds decisions back for some seconds each. What is still held when this screen is left was decided all the same and
 * is sent then; `sendAtLast` is for a page that goes away altogether and hears no answer.
 */
export function useGrace(send: (decision: Held) => void, sendAtLast: (decision: Held) => void) {
  const [held, setHeld] = useState<Held[]>([])
  const timers = useRef(new Map<number, { timer: number; decision: Held }>())
  const senders = useRef({ send, sendAtLast })
  senders.current = { send, sendAtLast }

  const take = useCallback((id: number): Held | undefined => {
    const entry = timers.current.get(id)
    if (!entry) return undefined
    window.clearTimeout(entry.timer)
    timers.current.delete(id)
    setHeld(before => before.filter(decision => decision.id !== id))
    return entry.decision
  }, [])

  const hold = useCallback(
    (decision: Held) => {
      if (timers.current.has(decision.id)) return
      const timer = window.setTimeout(() => {
        const due = take(decision.id)
        if (due) senders.current.send(due)
      }, graceSeconds * 1000)
      timers.current.set(decision.id, { timer, decision })
      setHeld(before => [...before, decision])
    },
    [take],
  )

  useEffect(() => {
    const sendAll = (how: 'send' | 'sendAtLast') => {
      for (const id of [...timers.current.keys()]) {
        const decision = take(id)
        if (decision) senders.current[how](decision)
      }
    }
    const onHide = () => sendAll('sendAtLast')
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      sendAll('send')
    }
  }, [take])

  return { held, hold, take }
}
