import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import {
  codeReauthenticationBody,
  passwordReauthenticationBody,
} from '#shared/contracts/auth/reauthentication.schemas.ts'
import { reauthenticationText as text } from '#texts/reauthentication.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import {
  useReauthenticateByCode,
  useReauthenticateByPasskey,
  useReauthenticateByPassword,
} from './reauthentication.api.ts'

/** Hides the Escape key from Mantine, so that Escape closes only the re-authentication, not the dialog underneath. */
export const stopEscapePropagation = { 'data-mantine-stop-propagation': 'true' }

function ReauthenticationErrorAlert({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {'isKnown' in error ? text.passkeyEnded : getErrorMessageForUser(error, text.failed)}
    </Alert>
  )
}

/** Re-authentication form with a single input field. */
function ReauthenticationSingleFieldForm<Body>({
  schema,
  sending,
  onReauthenticated,
  children,
}: {
  schema: z.ZodMiniType
  sending: UseMutationResult<unknown, Error, Body>
  onReauthenticated: () => void
  children: (errors: Record<string, string>) => ReactNode
}) {
  const { form, errors, submit } = useValidatedForm({ schema, sending, onSuccess: onReauthenticated })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {Object.keys(errors).length === 0 && <ReauthenticationErrorAlert error={sending.error} />}
        {children(errors)}
        <Button type="submit" disabled={sending.isPending} {...stopEscapePropagation}>
          {sending.isPending ? text.submitting : text.submit}
        </Button>
      </Stack>
    </form>
  )
}

export function PasswordReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  return (
    <ReauthenticationSingleFieldForm
      schema={passwordReauthenticationBody}
      sending={useReauthenticateByPassword()}
      onReauthenticated={onReauthenticated}
    >
      {errors => (
        <PasswordInput
          name="currentPassword"
          label={text.password}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{
            'aria-label': text.showPassword,
            tabIndex: 0,
            ...stopEscapePropagation,
          }}
          error={errors.currentPassword}
          {...stopEscapePropagation}
        />
      )}
    </ReauthenticationSingleFieldForm>
  )
}

export function SecondFactorCodeReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  return (
    <ReauthenticationSingleFieldForm
      schema={codeReauthenticationBody}
      sending={useReauthenticateByCode()}
      onReauthenticated={onReauthenticated}
    >
      {errors => (
        <TextInput
          name="code"
          label={text.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          data-autofocus
          error={errors.code}
          {...stopEscapePropagation}
        />
      )}
    </ReauthenticationSingleFieldForm>
  )
}

export function PasskeyReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const reauthentication = useReauthenticateByPasskey()
  return (
    <Stack>
      <ReauthenticationErrorAlert error={reauthentication.error} />
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        disabled={reauthentication.isPending}
        data-autofocus
        onClick={() => reauthentication.mutate(undefined, { onSuccess: onReauthenticated })}
        {...stopEscapePropagation}
      >
        {reauthentication.isPending ? text.submitting : text.passkey}
      </Button>
    </Stack>
  )
}
