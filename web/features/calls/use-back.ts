import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The way back of a phone takes away what lies on top, as everywhere on it; the page below stays where it is. */
export function useBack(onBack: (() => void) | undefined): void {
  const { history } = useRouter()
  const latest = useRef(onBack)
  latest.current = onBack
  const isOnTop = onBack !== undefined
  useEffect(() => {
    if (!isOnTop) return
    // On the first page of all the way back would lead out of the program, and out of the call.
    if (!history.canGoBack()) history.push(history.location.href)
    return history.block({
      blockerFn: ({ action }) => {
        if (action === 'BACK') latest.current?.()
        return action === 'BACK'
      },
      // Leaving the program altogether is asked about by the call itself.
      enableBeforeUnload: false,
    })
  }, [history, isOnTop])
}
