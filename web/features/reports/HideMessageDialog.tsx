import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportReason } from '#shared/constants.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { reportsText as text } from '#texts/reports.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { ReportReasonField } from '#web/ui/form/ReportReasonField.tsx'
import { useHideReportedMessage } from './reports.api.ts'

export function HideMessageDialog({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>(report.reason)
  const hide = useHideReportedMessage(report.id)
  return (
    <FormDialog
      title={text.hide}
      isShort
      footer={
        <>
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
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.hideHint}
      </Text>
      <ReportReasonField label={text.reason} value={reason} onChange={setReason} />
    </FormDialog>
  )
}
