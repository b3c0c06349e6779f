// Full-screen pages on phones. While a full-screen page is shown, the app hides its header and bottom bar.
import { useLayoutEffect } from 'react'
import { createStore, useStoreState } from '#web/lib/state/store.ts'

const isFullScreen = createStore(false)

/**
 * Lets the on-screen keyboard shrink a full-screen page instead of covering it. Other pages use the browser's default.
 */
function resizePageForKeyboard(): () => void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]')
  const before = meta?.content ?? ''
  if (!meta || before.includes('interactive-widget')) return () => {}
  meta.content = `${before}, interactive-widget=resizes-content`
  return () => {
    meta.content = before
  }
}

/** Switches to the full-screen layout before the first paint, so that the content does not move up afterwards. */
export function useFullScreenPage(): void {
  useLayoutEffect(() => {
    const restoreViewport = resizePageForKeyboard()
    isFullScreen.set(true)
    return () => {
      restoreViewport()
      isFullScreen.set(false)
    }
  }, [])
}

export function useIsFullScreen(): boolean {
  return useStoreState(isFullScreen)
}
