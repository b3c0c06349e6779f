import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** Label and value in a `dl` element. An empty value is shown as a dash. */
export function LabelledValue({
  label,
  isWide = false,
  children,
}: {
  label: string
  /** Whether the value takes a whole row of a grid. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div style={isWide ? { gridColumn: '1 / -1' } : undefined}>
      <Box component="dt" fz={13} c="dimmed">
        {label}
      </Box>
      <Box component="dd" style={{ overflowWrap: 'anywhere' }}>
        {children || children === 0 ? children : '–'}
      </Box>
    </div>
  )
}
