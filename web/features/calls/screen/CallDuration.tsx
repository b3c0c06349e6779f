import { Box } from '@mantine/core'
import { callsText as text } from '#texts/calls.ts'
import { formatCallDuration } from './format-call-duration.ts'
import { useCurrentTime } from './use-current-time.ts'

/** Shows the duration of the running call. */
export function CallDuration({ since }: { since: number }) {
  const now = useCurrentTime()
  return (
    <Box component="time" c="dimmed" className="tabular" title={text.length}>
      {formatCallDuration(now - since)}
    </Box>
  )
}
