import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { authText } from '#texts/sign-in.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { GoogleSignInPageLink } from '#web/ui/form/GoogleSignInPageLink.tsx'
import { OrDivider } from '#web/ui/layout/OrDivider.tsx'
import { useLogin } from './auth.api.ts'

const loadLoginBodySchema = async () => (await import('#shared/contracts/auth/auth.schemas.ts')).loginBody

/**
 * Login form. `notice` says why the login page was opened; the first sign-in attempt removes the notice. `needsPassword`
 * hides the sign-in with Google, for example to users whom Google has just led here.
 */
export function LoginForm({
  notice,
  needsPassword = false,
  redirect,
  onSuccess,
  onSecondStep,
}: {
  notice?: ReactNode
  needsPassword?: boolean
  /** Path that opens after a successful sign-in. */
  redirect?: string
  onSuccess: () => void
  /** Called when the server has accepted the password and requires a second factor. */
  onSecondStep: () => void
}) {
  const login = useLogin()
  const [hasTried, setHasTried] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const { form, errors, submit } = useValidatedForm({
    schema: loadLoginBodySchema,
    sending: login,
    onSuccess,
    // The submit button loses the focus while it is disabled, so a failed sign-in focuses the password field.
    onFailure: () => passwordInput.current?.focus(),
  })
  const needsSecondStep = login.error instanceof ApiError && login.error.code === 'second_step'
  useEffect(() => {
    if (needsSecondStep) onSecondStep()
  }, [needsSecondStep, onSecondStep])

  return (
    <Stack>
      {notice && !hasTried && (
        <Alert color="emas" role="alert">
          {notice}
        </Alert>
      )}
      {!needsPassword && (
        <>
          <GoogleSignInPageLink label={authText.google} redirect={redirect} />
          <OrDivider>{authText.or}</OrDivider>
        </>
      )}
      <FailureMessage error={login.error} otherwise={authText.failed} />
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
            ref={passwordInput}
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
