import { Alert, Button, Center, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { splitTrackerIntoGroups } from '#shared/ballot/ballot/tracker.ts'
import { convertHexToBase64 } from '#shared/ballot/hash.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { receiptText, ballotText as text } from '#texts/ballots.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'

/** Receipt of an accepted ballot: the ballot's tracker, a QR code and the position in the election's public log. */
export function Receipt({
  election: { title, uuid },
  hash,
  height,
  eventHash,
}: {
  election: ElectionDetail
  hash: string
  height: number | null
  eventHash?: string
}) {
  const { copy, copied } = useClipboard({ timeout: 10_000 })
  const tracker = convertHexToBase64(hash)
  const save = () => {
    const lines = [
      title,
      uuid,
      `${text.tracker}: ${tracker}`,
      eventHash,
      height !== null && text.position({ height }),
    ]
    const content = lines.filter(Boolean).join('\n')
    saveBlobAsFile(new Blob([content], { type: 'text/plain' }), `${uuid}-${hash.slice(0, 8)}.txt`)
  }
  return (
    <Stack gap="sm">
      <Center>
        <QrCode text={tracker} label={text.trackerCode} />
      </Center>
      <Text size="sm" c="dimmed" ta="center">
        {text.tracker}
      </Text>
      <Code block ta="center" style={{ whiteSpace: 'normal' }}>
        {splitTrackerIntoGroups(tracker).join(' ')}
      </Code>
      <Group grow>
        <Button variant="default" size="md" onClick={() => copy(tracker)}>
          {copied ? text.copied : text.copy}
        </Button>
        <Button variant="default" size="md" onClick={save}>
          {receiptText.save}
        </Button>
      </Group>
      {height !== null && (
        <Text size="sm">
          {text.position({ height })}
          {eventHash && ` · ${eventHash.slice(0, 8)}`}
        </Text>
      )}
      <Alert color="laut">{text.receiptHelp}</Alert>
    </Stack>
  )
}
