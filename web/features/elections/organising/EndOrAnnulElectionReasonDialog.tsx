import { Button, Textarea } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { reasonBody } from '#shared/contracts/elections/elections.schemas.ts'
import { organiserText as text } from '#texts/elections.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

/** Dialog that asks for a reason before an election is closed early or annulled. Voters will read the reason. */
export function EndOrAnnulElectionReasonDialog({
  title,
  help,
  sending,
  onClose,
}: {
  title: string
  help: string
  sending: UseMutationResult<unknown, Error, { reason: string }>
  onClose: () => void
}) {
  const { form, errors, submit } = useValidatedForm({
    schema: reasonBody,
    sending,
    onSuccess: () => onClose(),
  })
  return (
    <FormDialog
      isShort
      title={title}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={sending.isPending}>
            {title}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Textarea
        name="reason"
        label={text.reason}
        description={help}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        error={errors.reason}
      />
    </FormDialog>
  )
}
