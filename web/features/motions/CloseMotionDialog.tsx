import { Button, Textarea } from '@mantine/core'
import { closeMotionBody } from '#shared/contracts/motions/motions.schemas.ts'
import { motionText as text } from '#texts/motions.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useCloseMotion } from './motions.api.ts'

/** Dialog in which the organiser closes the vote on a motion early. Voters will read the reason entered. */
export function CloseMotionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const close = useCloseMotion(id)
  const { form, errors, submit } = useValidatedForm({
    schema: closeMotionBody,
    sending: close,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      isShort
      title={text.close}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={close.isPending}>
            {text.close}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Textarea
        name="reason"
        label={text.closeReason}
        description={text.closeHelp}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        error={errors.reason}
      />
    </FormDialog>
  )
}
