import { ActionIcon, Box, Button, Card, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { reportReasonLabels } from '#texts/labels.ts'
import { reportsText as text } from '#texts/reports.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import type { DisclosureVerdict } from '#web/lib/e2ee/group/verify-disclosed-message-with-pinned-keys.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { LazyPopover } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ReportedChatFilePreview } from './ReportedChatFilePreview.tsx'
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
      align={isVerified ? 'center' : 'flex-start'}
      fz={13}
      className={styles.proof}
      data-tone={isVerified ? undefined : 'danger'}
    >
      <Icon size={16} aria-hidden />
      {isVerified ? (
        <>
          <strong>{text.verified}</strong>
          <LazyPopover
            label={text.aboutSignature}
            width={260}
            button={
              <ActionIcon variant="subtle" color="gray" size={28} aria-label={text.aboutSignature}>
                <IconInfoCircle size={18} aria-hidden />
              </ActionIcon>
            }
          >
            {() => <Text size="sm">{text.verdicts[proof.verdict]}</Text>}
          </LazyPopover>
        </>
      ) : (
        <span>
          <strong>{text[proof.kind]}.</strong>{' '}
          {proof.kind === 'unproven' ? text.unprovenHint : text.verdicts[proof.verdict]}
        </span>
      )}
    </Flex>
  )
}

function ReportedMessageContent({ report, myId }: { report: ReportRow; myId: number }) {
  const { data: proof } = useReportedMessageSignatureCheck(report, myId)
  if (report.content !== null) {
    return (
      <>
        <blockquote className={styles.words}>
          {getMessagePreviewText(report.content, report.file ?? undefined)}
        </blockquote>
        {report.file && <ReportedChatFilePreview report={report} file={report.file} />}
      </>
    )
  }
  if (!proof) return <Skeleton height={56} aria-label={text.checking} />
  return (
    <>
      {proof.kind !== 'unproven' && (
        <blockquote className={styles.words}>{getMessagePreviewText(proof.words, proof.file)}</blockquote>
      )}
      {proof.kind !== 'unproven' && proof.file && (
        <ReportedChatFilePreview report={report} file={proof.file} />
      )}
      <ReportSignatureStatus proof={proof} />
    </>
  )
}

export function MessageReportCard({ report, myId }: { report: ReportRow; myId: number }) {
  const { sender, group, message, reporter, reason, note, createdAt } = report
  const [isHiding, setHiding] = useState(false)
  const isPhone = useIsPhone()
  const dismiss = useDismissMessageReport(report.id)
  return (
    <Card component="li" aria-label={sender.fullName}>
      <Stack gap="sm">
        <Group wrap="nowrap" gap="sm">
          <PersonAvatar person={sender} size={36} />
          <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text fw={600}>{sender.fullName}</Text>
            <Text fz="sm" c="dimmed">
              <DotSeparatedList
                parts={[
                  group.direct ? text.direct : group.name,
                  <time key="time" dateTime={message.createdAt}>
                    {formatDateTime(message.createdAt)}
                  </time>,
                ]}
              />
            </Text>
          </Box>
        </Group>
        <ReportedMessageContent report={report} myId={myId} />
        <Columns component="dl" template={{ xs: 'repeat(3, minmax(0, 1fr))' }} gap={12}>
          <LabelledValue label={text.reason}>
            <ColouredBadge tone="warn">{reportReasonLabels[reason]}</ColouredBadge>
          </LabelledValue>
          <LabelledValue label={reporter ? text.by : text.reported}>
            {reporter?.fullName}
            <Text fz={reporter ? 13 : undefined} c={reporter ? 'dimmed' : undefined}>
              {formatTimeAgo(createdAt)}
            </Text>
          </LabelledValue>
          {note && (
            <LabelledValue label={text.note}>
              <span style={{ whiteSpace: 'pre-wrap' }}>{note}</span>
            </LabelledValue>
          )}
        </Columns>
        {/* On narrow phones the main action is above the other one. */}
        <Group
          gap="sm"
          mt="sm"
          justify="flex-end"
          wrap="wrap-reverse"
          grow={isPhone}
          preventGrowOverflow={false}
        >
          <Button
            variant="default"
            mih={isPhone ? 44 : undefined}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate()}
          >
            {text.dismiss}
          </Button>
          <Button color="red" mih={isPhone ? 44 : undefined} onClick={() => setHiding(true)}>
            {text.hide}
          </Button>
        </Group>
      </Stack>
      {isHiding && <HideDialog report={report} onClose={() => setHiding(false)} />}
    </Card>
  )
}
