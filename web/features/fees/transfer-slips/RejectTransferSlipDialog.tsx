import { Button, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { slipErrors, slipQueueText as text } from '#texts/fee-payments.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

/** Dialog that asks why a payment slip is rejected. The member will read the reason. */
export function RejectTransferSlipDialog({
  name,
  isBusy,
  onReject,
  onClose,
}: {
  name: string
  isBusy: boolean
  onReject: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isTooShort = reason.trim().length < 3
  const rejectTransferSlip = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isTooShort && !isBusy) onReject(reason)
  }
  return (
    <FormDialog
      title={text.rejectTitle({ name })}
      isShort
      onSubmit={rejectTransferSlip}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={isBusy}>
            {text.reject}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.rejectHelp}
      </Text>
      <Textarea
        label={text.reason}
        data-autofocus
        autosize
        minRows={2}
        maxLength={200}
        value={reason}
        error={isSubmitted && isTooShort && slipErrors.reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
