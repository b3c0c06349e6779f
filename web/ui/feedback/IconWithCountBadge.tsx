import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatBadgeCount } from '#web/lib/format/format.ts'
import styles from './IconWithCountBadge.module.css'

/**
 * Icon with a count at its corner, if the count is not 0. Screen readers skip it, because the button's label has the
 * count.
 */
export function IconWithCountBadge({
  count,
  tone,
  children,
}: {
  count: number
  tone: 'red' | 'laut'
  children: ReactNode
}) {
  return (
    <Flex component="span" display="inline-flex" pos="relative">
      {children}
      {count > 0 && (
        <span className={styles.count} data-tone={tone} aria-hidden>
          {formatBadgeCount(count)}
        </span>
      )}
    </Flex>
  )
}
