import { useEffect, useState } from 'react'

/** If less than this share of the window's height is visible, an on-screen keyboard is open. Toolbars cover less. */
const keyboardThreshold = 0.75

const editableSelector = 'input, textarea, select, [contenteditable]'

/** Returns true while an on-screen keyboard is assumed: a field is focused and the visible area has shrunk. */
export function useIsOnScreenKeyboardVisible(): boolean {
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    /** Greatest window height seen for each window width. The width changes when the user rotates the phone. */
    const maxHeights = new Map<number, number>()
    const measure = () => {
      const width = Math.round(view.width * view.scale)
      const height = view.height * view.scale
      const maxHeight = Math.max(height, maxHeights.get(width) ?? 0)
      maxHeights.set(width, maxHeight)
      setUp(
        document.activeElement?.matches(editableSelector) === true && height < maxHeight * keyboardThreshold,
      )
    }
    // The first measurement of the visible area waits for the next frame, to avoid a forced layout.
    const first = requestAnimationFrame(measure)
    view.addEventListener('resize', measure)
    document.addEventListener('focusin', measure)
    document.addEventListener('focusout', measure)
    return () => {
      cancelAnimationFrame(first)
      view.removeEventListener('resize', measure)
      document.removeEventListener('focusin', measure)
      document.removeEventListener('focusout', measure)
    }
  }, [])
  return isUp
}
