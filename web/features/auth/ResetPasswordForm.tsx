import { Alert, Anchor, Button, Card, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { resetPasswordBody } from '#shared/contracts/auth/password.schemas.ts'
import { resetText as text } from '#texts/password.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { NewPasswordFields } from '#web/ui/form/NewPasswordFields.tsx'
import { useResetPassword } from './password.api.ts'

/** Form for a new password. `token` is the fragment (after #) of the URL in the mail. */
export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword()
  const { form, errors, submit } = useValidatedForm({
    schema: resetPasswordBody,
    sending: reset,
    read: fields => ({ values: { token, ...readFormValues(fields) } }),
  })
  if (reset.data) {
    return (
      <Card>
        <Stack>
          <SuccessMessage message={reset.data.message} />
          <Button component={Link} to="/login" size="md">
            {text.login}
          </Button>
        </Stack>
      </Card>
    )
  }
  const message = errors.token
    ? text.badLink
    : reset.error && getErrorMessageForUser(reset.error, text.failed)
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Text c="dimmed">{text.intro}</Text>
          {message && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {message}
            </Alert>
          )}
          <NewPasswordFields label={text.password} errors={errors} />
          <Button type="submit" size="md" disabled={reset.isPending}>
            {reset.isPending ? text.submitting : text.submit}
          </Button>
          <Anchor component={Link} to="/forgot-password" size="sm" className="lone">
            {text.again}
          </Anchor>
        </Stack>
      </form>
    </Card>
  )
}
