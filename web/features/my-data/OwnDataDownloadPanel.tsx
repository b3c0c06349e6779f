import '@mantine/core/styles/Progress.css'
import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import type { DataDownload } from '#shared/contracts/my-data/my-data.schemas.ts'
import { dataText as text } from '#texts/my-data.ts'
import { formatDateTime, formatFileSize } from '#web/lib/format/format.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import {
  buildDataDownloadUrl,
  useRequestDownloadOfOwnData,
  useStatusOfPersonalDataDownload,
} from './my-data.api.ts'

function DataDownloadProgress({ progress }: { progress: number }) {
  return (
    <div role="status">
      <Text size="sm" fw={600} mb={8}>
        {text.preparing}
      </Text>
      {/* The progress bar starts at 3 % to show that the data download is being prepared. */}
      <Progress value={Math.max(3, progress)} animated aria-label={text.preparing} />
      <Text size="xs" c="dimmed" mt={8}>
        {text.stay}
      </Text>
    </div>
  )
}

function ReadyDataDownload({ download: { id, size, expiresAt } }: { download: DataDownload }) {
  return (
    <div>
      <Button
        component="a"
        href={buildDataDownloadUrl(id)}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {text.download({ size: formatFileSize(size ?? 0) })}
      </Button>
      {expiresAt && (
        <Text size="xs" c="dimmed" mt={8}>
          {text.until({ moment: formatDateTime(expiresAt) })}
        </Text>
      )}
    </div>
  )
}

/** Panel in which users request a copy of their data. A background job prepares the file, which expires. */
export function OwnDataDownloadPanel() {
  const data = useStatusOfPersonalDataDownload()
  const request = useRequestDownloadOfOwnData()
  if (data.error) return <ErrorState error={data.error} onRetry={() => data.refetch()} />
  if (!data.data) return <Skeleton height={36} width={240} />
  const { download } = data.data
  const isReady = download?.status === 'done'
  return (
    <Stack align="stretch">
      <FailureMessage error={request.error} otherwise={text.failed} />
      {download?.status === 'waiting' && <DataDownloadProgress progress={download.progress} />}
      {isReady && <ReadyDataDownload download={download} />}
      {download?.status !== 'waiting' && (
        <Group>
          <Button
            variant={isReady ? 'subtle' : 'default'}
            leftSection={<IconFileZip size={18} aria-hidden />}
            loading={request.isPending}
            onClick={() => request.mutate()}
          >
            {isReady ? text.again : text.request}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
