import { useEffect, useState } from 'react'

/** Distance in pixels from the top of the window at which a section counts as reached: the header and a margin. */
const readingLine = 140

/**
 * Finds the section that has reached the top of the window. At the end of the page, where short sections cannot reach
 * the top, it is the section in the URL or the last one.
 */
function findCurrentSection(ids: readonly string[], targetId: string): string | undefined {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
  if (isAtEnd && window.scrollY > 0) return ids.includes(targetId) ? targetId : ids.at(-1)
  const reached = ids.filter(id => {
    const section = document.getElementById(id)
    return section && section.getBoundingClientRect().top <= readingLine
  })
  return reached.at(-1) ?? ids[0]
}

/** Returns the id of the section that the user is reading. `targetId` is the section id in the URL's fragment. */
export function useSectionInView(ids: readonly string[], targetId: string): string | undefined {
  const [current, setCurrent] = useState<string>()
  const list = ids.join(' ')
  useEffect(() => {
    const update = () => setCurrent(findCurrentSection(list.split(' '), targetId))
    // The browser scrolls to the section in the URL's fragment only after the section has been rendered.
    const first = requestAnimationFrame(update)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list, targetId])
  return current
}
