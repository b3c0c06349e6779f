import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type LoginBody, loginBody } from '#shared/contracts/auth.ts'
import { ApiError } from '#web/lib/api.ts'
import { schemaErrors } from '#web/lib/forms.ts'
import { useLogin } from './auth.api.ts'
import { authText } from './auth.text.ts'

function failureText(error: Error): string {
  return error instanceof ApiError ? error.text || authText.failed : authText.offline
}

export function LoginForm({ onSuccess }: { onSuccess: () => void }) {
  const login = useLogin()
  const form = useForm<LoginBody>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaErrors(loginBody),
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => login.mutate(values, { onSuccess }))}>
      <Stack>
        {login.error && (
          <Alert color="red" role="alert">
            {failureText(login.error)}
          </Alert>
        )}
        <TextInput
          label={authText.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={authText.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': authText.showPassword }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" disabled={login.isPending}>
          {login.isPending ? authText.submitting : authText.submit}
        </Button>
      </Stack>
    </form>
  )
}
