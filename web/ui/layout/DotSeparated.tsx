import { Box } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

/**
 * Short texts separated by "·", without the empty ones. Lines break only between the texts, and a dot stays on the line
 * of the text before it. A text wraps only if it is longer than a line.
 */
export function DotSeparated({ parts }: { parts: ReactNode[] }) {
  const shown = parts.filter(Boolean)
  return shown.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no identity besides their position
    <Fragment key={index}>
      {index > 0 && ' '}
      <Box component="span" display="inline-block">
        {part}
        {index < shown.length - 1 && '\u00a0·'}
      </Box>
    </Fragment>
  ))
}
