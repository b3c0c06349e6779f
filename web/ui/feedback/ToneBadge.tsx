import { Box } from '@mantine/core'
import { getToneProps, type Tone } from './tones.ts'

/** Small coloured badge. The text says everything; the colour adds no information. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
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
    >
      {children}
    </Box>
  )
}
