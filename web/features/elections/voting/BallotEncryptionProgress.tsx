import '@mantine/core/styles/RingProgress.css'
import { Button, Center, RingProgress, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconSend } from '@tabler/icons-react'
import { ballotText as text } from '#texts/ballots.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { FormDialogContent } from '#web/ui/form/FormDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Progress of encrypting the ballot. The ballot is sent only after encryption, so until then the voter can cancel. */
export function BallotEncryptionProgress({
  progress,
  onCancel,
}: {
  progress: JobProgress | undefined
  onCancel: () => void
}) {
  const steps = progress && 'done' in progress ? progress : { done: 0, total: 1 }
  const percent = Math.round((steps.done / steps.total) * 100)
  const facts = [
    { Icon: IconDeviceMobile, title: text.stays, help: text.staysHelp },
    { Icon: IconSend, title: text.isSent, help: text.isSentHelp },
  ]
  return (
    <FormDialogContent
      footer={
        <Button variant="default" size="md" disabled={percent === 100} onClick={onCancel}>
          {text.cancel}
        </Button>
      }
    >
      <Stack gap="lg">
        <Stack gap="md" align="center" role="status" aria-live="polite">
          <RingProgress
            size={180}
            thickness={12}
            roundCaps
            sections={[{ value: percent, color: 'var(--kite)' }]}
            label={
              <Center>
                <Text fw={700} fz={32} className="tabular">
                  {percent}%
                </Text>
              </Center>
            }
          />
          <Text fw={600}>{percent < 100 ? text.nothingSent : text.sending}</Text>
          <Text c="dimmed" size="sm">
            {text.keepOpen}
          </Text>
        </Stack>
        <Columns template="repeat(2, minmax(0, 1fr))" gap={12}>
          {facts.map(({ Icon, title, help }) => (
            <Stack key={title} gap={4} p={14} bdrs={12} {...getToneProps('neutral')}>
              <Icon size={20} stroke={1.7} aria-hidden />
              <Text fw={600}>{title}</Text>
              <Text size="sm">{help}</Text>
            </Stack>
          ))}
        </Columns>
      </Stack>
    </FormDialogContent>
  )
}
