import { Box, Button, Center, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { splitBallotTrackerIntoBlocks } from '#shared/ballot/ballot/tracker.ts'
import { convertHexToBase64 } from '#shared/ballot/hash.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { receiptText, ballotText as text } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'

/** Receipt of an accepted ballot: its tracker (code), a QR code and its position in the election's public log. */
export function BallotReceipt({
  election: { title, uuid },
  hash,
  height,
  eventHash,
  children,
}: {
  election: ElectionDetail
  hash: string
  height: number | null
  eventHash: string | undefined
  children: ReactNode
}) {
  const { copy, copied } = useClipboard({ timeout: 10_000 })
  const tracker = convertHexToBase64(hash)
  const saveReceipt = () => {
    const lines = [
      title,
      uuid,
      `${text.tracker}: ${tracker}`,
      eventHash,
      height !== null && `${text.position}: ${text.positionNumber({ height })}`,
    ]
    const content = lines.filter(Boolean).join('\n')
    saveBlobAsFile(new Blob([content], { type: 'text/plain' }), `${uuid}-${hash.slice(0, 8)}.txt`)
  }
  return (
    <Stack gap="md">
      <Columns template={{ sm: 'auto minmax(0, 1fr)' }} gap={24} align="start">
        <Center>
          <QrCode text={tracker} label={text.trackerCode} />
        </Center>
        <Stack gap="sm">
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              {text.tracker}
            </Text>
            <CopyableCodeBlock groupsPerLine={4}>
              {splitBallotTrackerIntoBlocks(tracker).join(' ')}
            </CopyableCodeBlock>
          </div>
          <Group grow maw={360}>
            <Button
              variant="default"
              size="md"
              px={8}
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => copy(tracker)}
            >
              {copied ? text.copied : text.copy}
            </Button>
            <Button
              variant="default"
              size="md"
              px={8}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={saveReceipt}
            >
              {receiptText.save}
            </Button>
          </Group>
          {height !== null && (
            <Box component="dl" m={0}>
              <LabelledValue label={text.position}>
                {text.positionNumber({ height })}
                {eventHash && ` · ${eventHash.slice(0, 8)}`}
              </LabelledValue>
            </Box>
          )}
        </Stack>
      </Columns>
      <Text size="sm" c="dimmed">
        {text.receiptHelp}
      </Text>
      {children}
    </Stack>
  )
}
