import '@mantine/core/styles/RingProgress.css'
import { Button, Center, RingProgress, Stack, Text } from '@mantine/core'
import { ballotText as text } from '#texts/ballots.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'

/** Progress of encrypting the ballot. Until it has finished, nothing has been sent, and the voter can cancel. */
export function EncryptingPanel({
  progress,
  onCancel,
}: {
  progress: JobProgress | undefined
  onCancel: () => void
}) {
  const steps = progress && 'done' in progress ? progress : { done: 0, total: 1 }
  const percent = Math.round((steps.done / steps.total) * 100)
  return (
    <Stack gap="md" align="center" role="status" aria-live="polite">
      <RingProgress
        size={160}
        thickness={12}
        roundCaps
        sections={[{ value: percent, color: 'teal' }]}
        label={
          <Center>
            <Text fw={700} size="xl">
              {percent}%
            </Text>
          </Center>
        }
      />
      <Text fw={600}>{percent < 100 ? text.nothingSent : text.sending}</Text>
      <Text c="dimmed" size="sm">
        {text.keepOpen}
      </Text>
      <Button variant="default" size="md" fullWidth disabled={percent === 100} onClick={onCancel}>
        {text.cancel}
      </Button>
    </Stack>
  )
}
