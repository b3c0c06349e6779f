import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { eraseText as text } from '#texts/my-data.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { canReauthenticate, ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'
import { useEraseAccount } from './my-data.api.ts'

function EraseAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const erasing = useEraseAccount()
  const { form, errors, submit } = useValidatedForm({ schema: reauthenticationBody, sending: erasing })
  return (
    <FormDialog
      title={text.title}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={erasing.isPending || !canReauthenticate(account)}>
            {erasing.isPending ? text.submitting : text.submit}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <ul style={{ listStyle: 'revert', paddingInlineStart: 20 }}>
        {text.consequences.map(line => (
          <Text component="li" size="sm" mb={4} key={line}>
            {line}
          </Text>
        ))}
      </ul>
      <FailureMessage error={erasing.error} otherwise={text.failed} />
      <ReauthenticationFields account={account} error={errors.currentPassword} />
    </FormDialog>
  )
}

export function EraseAccountPanel({ account }: { account?: Account }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <Stack align="flex-start">
      <Text size="sm">{text.intro}</Text>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={dialog.open}
      >
        {text.open}
      </Button>
      {isOpen && account && <EraseAccountDialog account={account} onClose={dialog.close} />}
    </Stack>
  )
}
