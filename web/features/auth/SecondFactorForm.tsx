import '@mantine/core/styles/Checkbox.css'
import { Alert, Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type SecondStepBody, secondStepBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { stepText as text } from '#texts/second-step.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ApiError, getErrorMessageForUser } from '#web/lib/http/api.ts'
import { useSignInByPasskey, useSubmitSecondFactor } from './auth.api.ts'

function readSecondFactorForm(form: HTMLFormElement): { values: SecondStepBody } {
  const fields = new FormData(form)
  return { values: { code: String(fields.get('code') ?? ''), trust: fields.has('trust') } }
}

/**
 * Buttons for signing in with a passkey, switching between authenticator app code and recovery code, and returning to
 * the login form.
 */
function OtherSecondFactorMethods({
  isRecovery,
  isPasskeyBusy,
  onPasskey,
  onToggleRecovery,
  onBack,
}: {
  isRecovery: boolean
  isPasskeyBusy: boolean
  onPasskey: () => void
  onToggleRecovery: () => void
  onBack: () => void
}) {
  return (
    <Stack gap={4}>
      {'PublicKeyCredential' in globalThis && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={isPasskeyBusy}
          onClick={onPasskey}
        >
          {text.usePasskey}
        </Button>
      )}
      <Button variant="subtle" size="md" onClick={onToggleRecovery}>
        {isRecovery ? text.useApp : text.useRecovery}
      </Button>
      <Button variant="subtle" size="md" onClick={onBack}>
        {text.back}
      </Button>
    </Stack>
  )
}

interface Props {
  onSuccess: () => void
  /** Returns to the login form, with a message if the time for entering the second factor has expired. */
  onBack: (notice?: string) => void
}

/**
 * Second sign-in step for users with two-factor authentication: code of the authenticator app, recovery code or
 * passkey.
 */
export function SecondFactorForm({ onSuccess, onBack }: Props) {
  const step = useSubmitSecondFactor()
  const passkey = useSignInByPasskey()
  const [isRecovery, setRecovery] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const { form, errors, submit, clear } = useValidatedForm({
    schema: secondStepBody,
    sending: step,
    read: readSecondFactorForm,
    onSuccess,
    onFailure: () => codeInput.current?.select(),
  })
  // The field for the second-factor code takes the focus, because the login form that had the focus is gone.
  useEffect(() => codeInput.current?.focus(), [])
  const error = step.error ?? passkey.error
  // When the time for entering the second factor has expired, the user must sign in again.
  const hasStepExpired = error instanceof ApiError && error.code === 'second_step_over'
  useEffect(() => {
    if (hasStepExpired) onBack(error.text)
  }, [hasStepExpired, error, onBack])
  const toggleRecoveryCodeInput = () => {
    setRecovery(!isRecovery)
    step.reset()
    passkey.reset()
    clear()
    codeInput.current?.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {text.title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {isRecovery ? text.introRecovery : text.intro}
          </Text>
        </div>
        {error && !errors.code && (
          <Alert color="red" role="alert">
            {getErrorMessageForUser(error, text.failed)}
          </Alert>
        )}
        <TextInput
          key={String(isRecovery)}
          ref={codeInput}
          name="code"
          label={isRecovery ? text.recovery : text.code}
          size="md"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={isRecovery ? 30 : 10}
          error={errors.code}
        />
        <Checkbox name="trust" label={text.trust} />
        <Button type="submit" size="md" disabled={step.isPending}>
          {step.isPending ? text.submitting : text.submit}
        </Button>
        <OtherSecondFactorMethods
          isRecovery={isRecovery}
          isPasskeyBusy={passkey.isPending}
          onPasskey={() => passkey.mutate(undefined, { onSuccess })}
          onToggleRecovery={toggleRecoveryCodeInput}
          onBack={() => onBack()}
        />
        {isRecovery && (
          <Text size="sm" c="dimmed">
            {text.lost}
          </Text>
        )}
      </Stack>
    </form>
  )
}
