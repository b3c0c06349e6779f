import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
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
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--footer-height', `${height}px`)
    return () => void style.removeProperty('--footer-height')
  }, [height])
  return (
    <Box
      ref={ref}
      component={label ? 'section' : 'div'}
      aria-label={label}
      className={`${styles.footer} ${className}`}
    >
      {children}
    </Box>
  )
}
