import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Makes the browser's or phone's back button call `onBack` instead of leaving the current page. */
export function useBackButtonHandler(onBack: (() => void) | undefined): void {
  const { history } = useRouter()
  const latest = useRef(onBack)
  latest.current = onBack
  const isOnTop = onBack !== undefined
  useEffect(() => {
    if (!isOnTop) return
    // Without an earlier browser history entry, the back button would leave the application and the call.
    if (!history.canGoBack()) history.push(history.location.href)
    return history.block({
      blockerFn: ({ action }) => {
        if (action === 'BACK') latest.current?.()
        return action === 'BACK'
      },
      // A running call already asks the user for confirmation before the page is closed.
      enableBeforeUnload: false,
    })
  }, [history, isOnTop])
}
