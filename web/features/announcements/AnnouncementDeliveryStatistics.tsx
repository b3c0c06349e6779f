import '@mantine/core/styles/Progress.css'
import { Box, Button, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { figuresText as text } from '#texts/announcements.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useAnnouncementDeliveryStatistics, useRemindUnreadRecipients } from './announcements.api.ts'

function DeliveryStatistic({ label, value, total }: { label: string; value: number; total?: number }) {
  return (
    <div>
      <Box component="dt" fz={13} c="dimmed">
        {label}
      </Box>
      <Box component="dd" fz={22} fw={700} className="tabular">
        {formatNumber(value)}{' '}
        {total !== undefined && (
          <Box component="small" fz={13} fw={400} c="dimmed">
            / {formatNumber(total)}
          </Box>
        )}
      </Box>
    </div>
  )
}

/** Delivery statistics of an announcement. A mail counts as sent once the recipient's mail server has accepted it. */
export function AnnouncementDeliveryStatistics({ id, hasPoll }: { id: number; hasPoll: boolean }) {
  const figures = useAnnouncementDeliveryStatistics(id)
  const remind = useRemindUnreadRecipients(id)
  if (isQueryErrorShownInsteadOfData(figures))
    return <ErrorState error={figures.error} onRetry={() => figures.refetch()} />
  if (!figures.data) return <Skeleton height={280} radius={16} />
  const { status, recipients, told, read, answered, mails, mayRemind, remindedAt } = figures.data
  const mailTotal = mails.sent + mails.waiting + mails.refused
  const unread = recipients - read
  return (
    <Panel title={text.title}>
      <Stack gap="md">
        {status === 'sending' && (
          <div>
            <Text size="sm" mb={4}>
              {text.progress}: {text.of({ count: told, total: recipients })}
            </Text>
            <Progress value={recipients ? (told / recipients) * 100 : 0} aria-label={text.progress} />
          </div>
        )}
        <Columns component="dl" template="repeat(auto-fit, minmax(120px, 1fr))" gap={16}>
          <DeliveryStatistic label={text.told} value={told} total={recipients} />
          <DeliveryStatistic label={text.read} value={read} total={recipients} />
          {hasPoll && <DeliveryStatistic label={text.answered} value={answered} total={recipients} />}
          {mailTotal > 0 && <DeliveryStatistic label={text.mailed} value={mails.sent} total={mailTotal} />}
        </Columns>
        {mails.waiting > 0 && <Text size="sm">{text.mailWaiting({ count: mails.waiting })}</Text>}
        {mails.refused > 0 && <Text size="sm">{text.mailRefused({ count: mails.refused })}</Text>}
        <Text size="sm" c="dimmed">
          {text.note}
        </Text>
        {remindedAt && (
          <Text size="sm" c="dimmed">
            {text.remindedAt({ when: formatTimeAgo(remindedAt) })}
          </Text>
        )}
        {mayRemind && unread > 0 && (
          <Button
            variant="default"
            leftSection={<IconBellRinging size={18} aria-hidden />}
            loading={remind.isPending}
            onClick={() =>
              openConfirmDialog({
                title: text.remind,
                text: text.remindConfirm({ count: unread }),
                action: text.remind,
                onConfirm: () => remind.mutate(),
              })
            }
          >
            {text.remind}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}
