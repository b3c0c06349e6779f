import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, failureText } from '#web/lib/api.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { GoogleButton } from '#web/ui/GoogleButton.tsx'
import { Or } from '#web/ui/Or.tsx'
import { useLogin } from './auth.api.ts'
import { authText } from './auth.text.ts'

const loadLoginBody = async () => (await import('#shared/contracts/auth.ts')).loginBody

/** `notice`: what brought the person here, said until they try something. */
export function LoginForm({
  notice,
  redirect,
  onSuccess,
  onSecondStep,
}: {
  notice?: ReactNode
  /** Where one wanted to go. */
  redirect?: string
  onSuccess: () => void
  /** The password is right, and not enough. */
  onSecondStep: () => void
}) {
  const login = useLogin()
  const [hasTried, setHasTried] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const { form, errors, submit } = useCheckedForm({
    schema: loadLoginBody,
    sending: login,
    onSuccess,
    // The button that had the focus is disabled meanwhile; after a refusal one goes on with the password.
    onFailure: () => password.current?.focus(),
  })
  const isHalfway = login.error instanceof ApiError && login.error.code === 'second_step'
  useEffect(() => {
    if (isHalfway) onSecondStep()
  }, [isHalfway, onSecondStep])
  const said = login.error ? failureText(login.error, authText.failed) : !hasTried && notice

  return (
    <Stack>
      <GoogleButton label={authText.google} redirect={redirect} />
      <Or>{authText.or}</Or>
      {said && (
        <Alert color={login.error ? 'red' : 'emas'} role="alert">
          {said}
        </Alert>
      )}
      <form ref={form} noValidate onSubmit={submit} onSubmitCapture={() => setHasTried(true)}>
        <Stack>
          <TextInput
            name="email"
            label={authText.email}
            placeholder={authText.emailExample}
            type="email"
            size="md"
            autoComplete="username webauthn"
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
          <Anchor component={Link} to="/forgot-password" size="sm" ml="auto" className="lone">
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
