import '@mantine/core/styles/Progress.css'
import { Box, Card, Progress, Text } from '@mantine/core'
import { importKinds } from '#shared/constants.ts'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'
import { kindLabels, importText as text } from '#texts/imports.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { StatCard, StatCards } from '#web/ui/layout/StatCard.tsx'

/** Progress of the import job, which runs on the server even when the page is closed. */
function ImportProgress({ detail: { status, done, total } }: { detail: ImportDetail }) {
  const progressText = status === 'checking' ? text.checked({ done, total }) : text.written({ done, total })
  return (
    <Card role="status" mb="md">
      <Text size="sm" fw={600} mb={8}>
        {progressText}
      </Text>
      <Progress value={Math.max(2, (done / total) * 100)} animated aria-label={progressText} />
      <Text size="xs" c="dimmed" mt={8}>
        {text.stay}
      </Text>
    </Card>
  )
}

/**
 * Numbers of imported lines by kind, such as new, changed and unchanged. They add up to the lines of the file. Phones
 * leave out kinds without lines.
 */
export function ImportRowCounts({ detail }: { detail: ImportDetail }) {
  const { counts, status } = detail
  const isPhone = useIsPhone()
  const kinds = importKinds.filter(kind => !isPhone || counts[kind] > 0)
  return (
    <>
      {kinds.length > 0 && (
        <Box mt={14}>
          <StatCards>
            {kinds.map(kind => (
              <StatCard key={kind} label={kindLabels[kind]} value={formatNumber(counts[kind])} />
            ))}
          </StatCards>
        </Box>
      )}
      {['checking', 'applying', 'undoing'].includes(status) && <ImportProgress detail={detail} />}
    </>
  )
}
