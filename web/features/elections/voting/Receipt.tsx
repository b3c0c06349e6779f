import { Alert, Button, Center, Code, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { groupTracker } from '#shared/ballot/ballot/tracker.ts'
import { hexToBase64 } from '#shared/ballot/hash.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'

/** Receipt of an accepted ballot: tracker in groups of four, QR code and position in the log. */
export function Receipt({
  hash,
  height,
  eventHash,
}: {
  hash: string
  height: number | null
  eventHash?: string
}) {
  const { copy, copied } = useClipboard({ timeout: 10_000 })
  const tracker = hexToBase64(hash)
  return (
    <Stack gap="sm">
      <Center>
        <QrCode text={tracker} label={text.trackerCode} />
      </Center>
      <Text size="sm" c="dimmed" ta="center">
        {text.tracker}
      </Text>
      <Code block ta="center" style={{ whiteSpace: 'normal' }}>
        {groupTracker(tracker).join(' ')}
      </Code>
      <Button variant="default" size="md" onClick={() => copy(tracker)}>
        {copied ? text.copied : text.copy}
      </Button>
      {height !== null && (
        <Text size="sm">
          {text.position({ height })}
          {eventHash && ` · ${eventHash.slice(0, 8)}`}
        </Text>
      )}
      <Alert color="teal">{text.receiptHelp}</Alert>
    </Stack>
  )
}
