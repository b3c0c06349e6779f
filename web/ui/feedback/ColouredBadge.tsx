import { Box } from '@mantine/core'
import { getToneProps, type Tone } from './tones.ts'

/**
 * Small coloured badge. The text says everything; the colour adds no information. With `isOnTint` the badge is white, to
 * stand out from a selected row.
 */
export function ColouredBadge({
  tone,
  isOnTint = false,
  children,
}: {
  tone: Tone
  isOnTint?: boolean
  children: string
}) {
  return (
    <Box
      component="span"
      display="inline-block"
      flex="none"
      px={10}
      py={2}
      bdrs={6}
      fz={12}
      fw={700}
      lh={1.6}
      style={{ whiteSpace: 'nowrap' }}
      {...getToneProps(tone)}
      {...(isOnTint && { bg: 'var(--mantine-color-body)', c: 'var(--mantine-color-text)' })}
    >
      {children}
    </Box>
  )
}
