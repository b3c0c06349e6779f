import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './StickyFooter.module.css'

/**
 * Main action of a page. On phones and tablets it stays visible at the bottom of the window, above the bottom bar; on
 * larger screens it stands in place. `label` turns it into a named section.
 */
export function StickyFooter({
  label,
  className = '',
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  const { ref, height } = useElementSize<HTMLDivElement>()
  return (
    <>
      <Box
        ref={ref}
        component={label ? 'section' : 'div'}
        aria-label={label}
        className={`${styles.footer} ${className}`}
      >
        {children}
      </Box>
      {/* Keeps the end of the page clear of the footer. */}
      <Box h={height} className={styles.space} />
    </>
  )
}
