import { Alert, Anchor, Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { forgotPasswordBody } from '#shared/contracts/auth/password.schemas.ts'
import { forgotText as text } from '#texts/password.ts'
import { authText } from '#texts/sign-in.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { useRequestPasswordReset } from './password.api.ts'

export function ForgotPasswordForm() {
  const forgot = useRequestPasswordReset()
  const { form, errors, submit } = useValidatedForm({ schema: forgotPasswordBody, sending: forgot })
  return (
    <Card>
      <Stack>
        <Text c="dimmed">{text.intro}</Text>
        {forgot.data && (
          <Alert color="laut" role="status" icon={<IconMailForward aria-hidden />}>
            {forgot.data.message}
          </Alert>
        )}
        <FailureMessage error={forgot.error} otherwise={text.failed} />
        <form ref={form} noValidate onSubmit={submit}>
          <Stack>
            <TextInput
              name="email"
              type="email"
              label={authText.email}
              placeholder={authText.emailExample}
              autoComplete="username"
              size="md"
              error={errors.email}
            />
            <Button type="submit" size="md" disabled={forgot.isPending}>
              {forgot.isPending ? text.submitting : text.submit}
            </Button>
          </Stack>
        </form>
        <Anchor component={Link} to="/login" size="sm" className="lone">
          {text.back}
        </Anchor>
      </Stack>
    </Card>
  )
}
