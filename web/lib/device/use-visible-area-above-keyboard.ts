import { useEffect, useState } from 'react'

/** Part of the window that is not covered by an on-screen keyboard, in pixels. */
interface VisibleArea {
  top: number
  height: number
}

/** Minimum covered height in pixels that counts as an on-screen keyboard. Browser toolbars cover less. */
const keyboardThreshold = 120

/**
 * Returns the visible part of the window while an on-screen keyboard covers the rest, otherwise undefined.
 * Keyboards do not change the height of fixed elements, so dialogs have to shrink themselves.
 */
export function useVisibleAreaAboveKeyboard(): VisibleArea | undefined {
  const [area, setArea] = useState<VisibleArea>()
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => {
      // If the page is zoomed in, the visible area is small even without an on-screen keyboard.
      const isCovered = view.scale <= 1.01 && window.innerHeight - view.height > keyboardThreshold
      setArea(isCovered ? { top: view.offsetTop, height: view.height } : undefined)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return area
}
