import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportReason } from '#shared/constants.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { reportsText as text } from '#texts/reports.ts'
import { ReportReasonField } from '#web/ui/form/ReportReasonField.tsx'
import { useHideReportedMessage } from './reports.api.ts'

export function HideMessageDialog({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>(report.reason)
  const hide = useHideReportedMessage(report.id)
  return (
    <Modal opened onClose={onClose} title={text.hide}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.hideHint}
        </Text>
        <ReportReasonField label={text.reason} value={reason} onChange={setReason} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            color="red"
            loading={hide.isPending}
            onClick={() => hide.mutate(reason, { onSettled: onClose })}
          >
            {text.hide}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
