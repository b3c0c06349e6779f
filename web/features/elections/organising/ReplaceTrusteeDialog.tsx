import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { replaceTrusteeBody } from '#shared/contracts/elections/elections.schemas.ts'
import { organiserText as text } from '#texts/elections.ts'
import { useReplaceTrustee } from '#web/features/elections/elections.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { MemberSelect } from '#web/ui/form/MemberSelect.tsx'

export function ReplaceTrusteeDialog({
  id,
  index,
  onClose,
}: {
  id: number
  index: number
  onClose: () => void
}) {
  const replace = useReplaceTrustee(id, index)
  const [member, setMember] = useState<{ id: number; fullName: string } | null>(null)
  const { form, errors, submit } = useValidatedForm({
    schema: replaceTrusteeBody,
    sending: replace,
    read: () => ({ values: { userId: member?.id } }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={text.replaceTitle}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={replace.isPending}>
            {text.replaceTitle}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.replaceHelp}
      </Text>
      <MemberSelect
        name="userId"
        label={text.newTrustee}
        withAsterisk
        member={member}
        error={errors.userId}
        onChange={setMember}
      />
    </FormDialog>
  )
}
