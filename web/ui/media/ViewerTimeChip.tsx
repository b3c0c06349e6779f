import { Box } from '@mantine/core'
import { DateRangeText } from './DateRangeText.tsx'

/** Label that states an activity's time in the viewer's time zone, below the time at the venue. */
export function ViewerTimeChip({ children }: { children: string }) {
  return (
    <Box component="span" py={2} px={8} bdrs={8} bg="var(--local-time)" c="var(--local-time-text)" fz={13}>
      <DateRangeText>{children}</DateRangeText>
    </Box>
  )
}
