import { type ReactNode, useEffect, useRef, useState } from 'react'
import { initialGroupLimit } from '#shared/constants.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'

/** Group list that renders more rows as the user scrolls, because a user may belong to a thousand groups. */
export function IncrementallyRenderedGroupList({
  groups,
  item,
}: {
  groups: DescribedGroup[]
  item: (group: DescribedGroup) => ReactNode
}) {
  const [limit, setLimit] = useState(initialGroupLimit)
  const endMarker = useRef<HTMLLIElement>(null)
  const hasMore = groups.length > limit
  useEffect(() => {
    if (!hasMore || !endMarker.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setLimit(limit + initialGroupLimit)
    })
    observer.observe(endMarker.current)
    return () => observer.disconnect()
  }, [hasMore, limit])
  return (
    <ul className={styles.items}>
      {groups.slice(0, limit).map(item)}
      {hasMore && <li ref={endMarker} />}
    </ul>
  )
}
