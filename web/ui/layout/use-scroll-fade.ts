import { type RefObject, useEffect } from 'react'

/** Width of a faded edge. A tab below it is still recognisable, so the row visibly goes on. */
const fadeWidth = 36

/**
 * Fades the edges behind which a horizontally scrolling row goes on.
 * The element needs the class `fading` of theme.css.
 */
export function useScrollFade(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth, style } = element
      const hidden = scrollWidth - clientWidth - scrollLeft
      // Browsers round sizes, so a difference of a pixel is no hidden content.
      style.setProperty('--fade-start', scrollLeft > 1 ? `${fadeWidth}px` : '0px')
      style.setProperty('--fade-end', hidden > 1 ? `${fadeWidth}px` : '0px')
    }
    // Observers report the first size at once. The children decide how far the row can scroll.
    const observer = new ResizeObserver(update)
    for (const part of [element, ...element.children]) observer.observe(part)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [row])
}
