import { useEffect, useState } from 'react'

/** Part of the window, in pixels, that an on-screen keyboard leaves visible. */
interface VisibleArea {
  top: number
  height: number
}

/** Hidden height in pixels from which a keyboard is assumed; browser toolbars hide less. */
const keyboardThreshold = 120

/**
 * Returns the visible part of the window while an on-screen keyboard covers the rest, otherwise undefined.
 * Keyboards do not change the height of fixed elements, so dialogs have to shrink themselves.
 */
export function useVisibleArea(): VisibleArea | undefined {
  const [area, setArea] = useState<VisibleArea>()
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => {
      // A zoomed page also shows a part of the window, but the user moves that part by hand.
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
