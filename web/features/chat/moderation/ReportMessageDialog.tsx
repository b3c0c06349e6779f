import '@mantine/core/styles/List.css'
import { Alert, Button, List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ReportReason } from '#shared/constants.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { maxReportNoteLength } from '#shared/contracts/reports/reports.schemas.ts'
import { reportText as text } from '#texts/message-report.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { ReportReasonField } from '#web/ui/form/ReportReasonField.tsx'
import { useReportMessage } from './report.api.ts'

export function ReportMessageDialog({
  group,
  encryptedGroup,
  message,
  name,
  onClose,
}: {
  group: GroupRow
  encryptedGroup?: EncryptedGroup
  message: DisplayedMessage
  /** Displayed name of the sender of the reported message. */
  name: string
  onClose: () => void
}) {
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useState('')
  const report = useReportMessage(message, encryptedGroup)
  return (
    <FormDialog
      title={text.report}
      size={600}
      returnFocus={false}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            disabled={!reason}
            loading={report.isPending}
            onClick={() => reason && report.mutate({ reason, note }, { onSuccess: onClose })}
          >
            {text.send}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <blockquote className={styles.quoted}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {getMessagePreviewText(message.content, message.extra?.file)}
      </blockquote>
      <ReportReasonField label={text.reason} value={reason} onChange={setReason} />
      <Textarea
        label={text.note}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxReportNoteLength}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Alert icon={null} title={text.discloses}>
        <List size="sm" spacing={4}>
          <List.Item>{message.signed ? text.sealed({ name }) : text.plain}</List.Item>
          <List.Item>
            {text.readBy[group.direct ? 'direct' : group.type]} {text.kept}
          </List.Item>
          <List.Item>
            {text.yourName({ name })} {group.direct && text.guessed}
          </List.Item>
        </List>
      </Alert>
    </FormDialog>
  )
}
