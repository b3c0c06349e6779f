import { type RefObject, useEffect, useState } from 'react'

/** Width of the faded edge of a row that scrolls, narrow enough that users recognize the tab below it. */
const fadeWidth = 36

/**
 * Scrolls an element to the middle of its row. Only the row is scrolled, because scrollIntoView would also scroll the
 * page.
 */
export function scrollElementToMiddleOfRow(row: HTMLElement, element: HTMLElement): void {
  row.scrollLeft = element.offsetLeft - (row.clientWidth - element.offsetWidth) / 2
}

/**
 * Fades out the edges of a horizontally scrolling row where content is hidden. The element needs the class `fading` of
 * theme.css. Returns the sides where content is hidden.
 */
export function useScrollFade(row: RefObject<HTMLElement | null>): {
  isStartHidden: boolean
  isEndHidden: boolean
} {
  const [isStartHidden, setStartHidden] = useState(false)
  const [isEndHidden, setEndHidden] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth, style } = element
      const hidden = scrollWidth - clientWidth - scrollLeft
      // Browsers round sizes, so one pixel of overflow does not count as hidden content.
      style.setProperty('--fade-start', scrollLeft > 1 ? `${fadeWidth}px` : '0px')
      style.setProperty('--fade-end', hidden > 1 ? `${fadeWidth}px` : '0px')
      setStartHidden(scrollLeft > 1)
      setEndHidden(hidden > 1)
    }
    /**
     * Observers report the first size at once. The children are observed, because their size decides how far the row
     * scrolls.
     */
    const observer = new ResizeObserver(update)
    for (const part of [element, ...element.children]) observer.observe(part)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [row])
  return { isStartHidden, isEndHidden }
}
