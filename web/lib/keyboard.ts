import { useEffect, useState } from 'react'

/** A bar of the browser that comes and goes takes less than this, a keyboard more. */
const leftBesideKeyboard = 0.75

const typedInto = 'input, textarea, select, [contenteditable]'

/** Whether a phone's keyboard covers part of the screen: something is typed into, and there is less to see than before. */
export function useKeyboardUp(): boolean {
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    /** By width: a phone that was turned is another screen. */
    const tallest = new Map<number, number>()
    const look = () => {
      const width = Math.round(view.width * view.scale)
      const height = view.height * view.scale
      const most = Math.max(height, tallest.get(width) ?? 0)
      tallest.set(width, most)
      setUp(document.activeElement?.matches(typedInto) === true && height < most * leftBesideKeyboard)
    }
    // With the next frame, which lays the page out anyway.
    const first = requestAnimationFrame(look)
    view.addEventListener('resize', look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      cancelAnimationFrame(first)
      view.removeEventListener('resize', look)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [])
  return isUp
}
