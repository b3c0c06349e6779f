import { type ReactNode, useEffect, useRef, useState } from 'react'
import { newestGroups } from '#shared/constants.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import styles from './Chat.module.css'

/** As many as come at once, and more whenever one gets to their end: whoever is in a thousand looks at a few. */
export function GroupItems({ groups, item }: { groups: GroupRow[]; item: (group: GroupRow) => ReactNode }) {
  const [most, setMost] = useState(newestGroups)
  const end = useRef<HTMLLIElement>(null)
  const hasMore = groups.length > most
  useEffect(() => {
    if (!hasMore || !end.current) return
    const watcher = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) setMost(most + newestGroups)
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasMore, most])
  return (
    <ul className={styles.items}>
      {groups.slice(0, most).map(item)}
      {hasMore && <li ref={end} />}
    </ul>
  )
}
