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
    // If the browser history is empty, an entry is added, because the back button would otherwise close the app.
    if (!history.canGoBack()) history.push(history.location.href)
    return history.block({
      blockerFn: ({ action }) => {
        if (action === 'BACK') latest.current?.()
        return action === 'BACK'
      },
      // The router asks for no confirmation before the page is closed, because a running call already does.
      enableBeforeUnload: false,
    })
  }, [history, isOnTop])
}
