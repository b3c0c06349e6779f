import { Box, Button, Card, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { reportReasonLabels } from '#texts/labels.ts'
import { reportsText as text } from '#texts/reports.ts'
import type { DisclosureVerdict } from '#web/lib/e2ee/group/verify-disclosed-message-with-pinned-keys.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { getMessageText } from '#web/lib/format/message-text.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ReportedFile } from './ReportedFile.tsx'
import styles from './Reports.module.css'
import { useDismissMessageReport, useReportedMessageSignatureCheck } from './reports.api.ts'

const HideDialog = createLazyOverlay(async () => (await import('./HideMessageDialog.tsx')).HideMessageDialog)

/** Result of verifying the sender's signature of a reported message in this browser. */
function ReportSignatureStatus({ proof }: { proof: DisclosureVerdict }) {
  const isVerified = proof.kind === 'verified'
  const Icon = isVerified ? IconShieldCheck : IconAlertTriangle
  return (
    <Flex
      gap={8}
      align="flex-start"
      fz={13}
      className={styles.proof}
      data-tone={isVerified ? undefined : 'danger'}
    >
      <Icon size={16} aria-hidden />
      <span>
        <strong>{text[proof.kind]}.</strong>{' '}
        {proof.kind === 'unproven' ? text.unprovenHint : text.verdicts[proof.verdict]}
      </span>
    </Flex>
  )
}

function ReportedMessageContent({ report, myId }: { report: ReportRow; myId: number }) {
  const { data: proof } = useReportedMessageSignatureCheck(report, myId)
  if (report.content !== null) {
    return (
      <>
        <blockquote className={styles.words}>
          {getMessageText(report.content, report.file ?? undefined)}
        </blockquote>
        {report.file && <ReportedFile report={report} file={report.file} />}
      </>
    )
  }
  if (!proof) return <Skeleton height={56} aria-label={text.checking} />
  return (
    <>
      {proof.kind !== 'unproven' && (
        <blockquote className={styles.words}>{getMessageText(proof.words, proof.file)}</blockquote>
      )}
      {proof.kind !== 'unproven' && proof.file && <ReportedFile report={report} file={proof.file} />}
      <ReportSignatureStatus proof={proof} />
    </>
  )
}

export function MessageReportCard({ report, myId }: { report: ReportRow; myId: number }) {
  const { sender, group, message, reporter, reason, note, createdAt } = report
  const [isHiding, setHiding] = useState(false)
  const dismiss = useDismissMessageReport(report.id)
  return (
    <Card component="li" aria-label={sender.fullName}>
      <Stack gap="sm">
        <Group wrap="nowrap" gap="sm">
          <PersonAvatar person={sender} size={36} />
          <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text fw={600}>{sender.fullName}</Text>
            <Text size="sm" c="dimmed">
              {text.saidIn({
                group: group.direct ? text.direct : group.name,
                moment: formatDateTime(message.createdAt),
              })}
            </Text>
          </Box>
        </Group>
        <ReportedMessageContent report={report} myId={myId} />
        <div>
          <Text size="sm">
            {text.reported({ reason: reportReasonLabels[reason], ago: formatTimeAgo(createdAt) })}
          </Text>
          {note && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          )}
          {reporter && (
            <Text size="sm" c="dimmed">
              {text.by({ name: reporter.fullName })}
            </Text>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {text.dismiss}
          </Button>
          <Button color="red" onClick={() => setHiding(true)}>
            {text.hide}
          </Button>
        </Group>
      </Stack>
      {isHiding && <HideDialog report={report} onClose={() => setHiding(false)} />}
    </Card>
  )
}
