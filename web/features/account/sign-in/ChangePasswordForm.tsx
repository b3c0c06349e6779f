import { Box, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Account, changePasswordBody } from '#shared/contracts/account/account.schemas.ts'
import { passwordText as text } from '#texts/settings.ts'
import { useChangePassword } from '#web/features/account/account.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { NewPasswordFields } from '#web/ui/form/NewPasswordFields.tsx'
import { canReauthenticate, ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'

export function ChangePasswordForm({ account }: { account: Account }) {
  const change = useChangePassword()
  // A new React key remounts the form after each change of the password, so that no password stays in a field.
  const [formKey, setFormKey] = useState(0)
  const { form, errors, submit } = useValidatedForm({
    schema: changePasswordBody,
    sending: change,
    onSuccess: () => setFormKey(formKey + 1),
  })
  return (
    <Box key={formKey} ref={form} noValidate onSubmit={submit} component="form" maw={420}>
      <Stack>
        <FailureMessage error={change.error} otherwise={text.failed} />
        <ReauthenticationFields account={account} error={errors.currentPassword} />
        <NewPasswordFields label={text.password} errors={errors} />
        <Button
          type="submit"
          disabled={change.isPending || !canReauthenticate(account)}
          style={{ alignSelf: 'flex-start' }}
        >
          {change.isPending ? text.submitting : account.hasPassword ? text.submit : text.set}
        </Button>
      </Stack>
    </Box>
  )
}
