import { Alert, Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { loginBody } from '#shared/contracts/auth.ts'
import { ApiError, NetworkError } from '#web/lib/api.ts'
import { checkForm, type FieldErrors, focusFirstError } from '#web/lib/forms.ts'
import { useLogin } from './auth.api.ts'
import { authText } from './auth.text.ts'

function failureText(error: Error): string {
  if (error instanceof NetworkError) return authText.offline
  return (error instanceof ApiError && error.text) || authText.failed
}

/** `notice`: what brought the person here, said until they try something. */
export function LoginForm({ notice, onSuccess }: { notice?: string; onSuccess: () => void }) {
  const login = useLogin()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasTried, setHasTried] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const said = login.error ? failureText(login.error) : !hasTried && notice

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    login.reset()
    setHasTried(true)
    const checked = checkForm(event.currentTarget, loginBody)
    setErrors(checked.errors)
    if (!checked.values) return focusFirstError(event.currentTarget, checked.errors)
    // The button that had the focus is disabled meanwhile; after a refusal one goes on with the password.
    login.mutate(checked.values, { onSuccess, onError: () => password.current?.focus() })
  }

  return (
    <Stack>
      <Button
        component="a"
        href="/api/auth/google"
        variant="default"
        size="md"
        leftSection={<IconBrandGoogle size={18} aria-hidden />}
      >
        {authText.google}
      </Button>
      <Divider label={authText.or} c="dimmed" />
      {said && (
        <Alert color={login.error ? 'red' : 'emas'} role="alert">
          {said}
        </Alert>
      )}
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            name="email"
            label={authText.email}
            placeholder={authText.emailExample}
            type="email"
            size="md"
            autoComplete="username"
            error={errors.email}
          />
          <PasswordInput
            ref={password}
            name="password"
            label={authText.password}
            size="md"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': authText.showPassword, tabIndex: 0 }}
            error={errors.password}
          />
          <Anchor component={Link} to="/forgot-password" size="sm" ml="auto">
            {authText.forgotten}
          </Anchor>
          <Button type="submit" size="md" disabled={login.isPending}>
            {login.isPending ? authText.submitting : authText.submit}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
