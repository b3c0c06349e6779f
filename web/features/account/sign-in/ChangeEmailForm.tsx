import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { type Account, changeEmailBody } from '#shared/contracts/account/account.schemas.ts'
import { emailText as text } from '#texts/settings.ts'
import { useRequestEmailChange } from '#web/features/account/account.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { canReauthenticate, ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'

export function ChangeEmailForm({ account }: { account: Account }) {
  const change = useRequestEmailChange()
  // A new React key remounts the form after each change of the email address, so that no password stays in a field.
  const [formKey, setFormKey] = useState(0)
  const { form, errors, submit } = useValidatedForm({
    schema: changeEmailBody,
    sending: change,
    onSuccess: () => setFormKey(formKey + 1),
  })
  return (
    <Stack maw={420}>
      {account.pendingEmail && (
        <Alert color="laut" role="status" icon={<IconMailForward aria-hidden />}>
          <span style={{ overflowWrap: 'anywhere' }}>{text.pending({ email: account.pendingEmail })}</span>
        </Alert>
      )}
      <form key={formKey} ref={form} noValidate onSubmit={submit}>
        <Stack>
          <FailureMessage error={change.error} otherwise={text.failed} />
          <TextInput
            name="email"
            type="email"
            label={text.email}
            autoComplete="email"
            required
            withAsterisk
            error={errors.email}
          />
          <ReauthenticationFields account={account} error={errors.currentPassword} />
          <Button
            type="submit"
            disabled={change.isPending || !canReauthenticate(account)}
            style={{ alignSelf: 'flex-start' }}
          >
            {change.isPending ? text.submitting : text.submit}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
