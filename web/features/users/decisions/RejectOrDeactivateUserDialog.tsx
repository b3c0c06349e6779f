import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { dialogText as text } from '#texts/users.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

/** Dialog that confirms a rejection or deactivation. Its optional reason is shown to the affected user. */
export function RejectOrDeactivateUserDialog({
  title,
  help,
  action,
  isBusy,
  onDecide,
  onClose,
}: {
  title: string
  help: string
  action: string
  isBusy: boolean
  onDecide: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={title}
      isShort
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => onDecide(reason)}>
            {action}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {help}
      </Text>
      <Textarea
        label={text.reject.reason}
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return
          event.preventDefault()
          onDecide(reason)
        }}
      />
    </FormDialog>
  )
}
