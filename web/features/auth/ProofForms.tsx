import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { codeProofBody, passwordProofBody } from '#shared/contracts/proof.ts'
import { failureText } from '#web/lib/api.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { useProveByCode, useProveByPasskey, useProveByPassword } from './proof.api.ts'
import { proofText as text } from './proof.text.ts'

/** Keeps Mantine from handling Escape on this element, so that a dialog below this one stays open. */
export const ownKeys = { 'data-mantine-stop-propagation': 'true' }

function ErrorAlert({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {'isKnown' in error ? text.passkeyEnded : failureText(error, text.failed)}
    </Alert>
  )
}

/** Re-authentication form with a single input field. */
function SingleFieldForm<Body>({
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
  const { form, errors, submit } = useCheckedForm({ schema, sending, onSuccess: onReauthenticated })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {Object.keys(errors).length === 0 && <ErrorAlert error={sending.error} />}
        {children(errors)}
        <Button type="submit" disabled={sending.isPending} {...ownKeys}>
          {sending.isPending ? text.submitting : text.submit}
        </Button>
      </Stack>
    </form>
  )
}

export function PasswordProof({ onReauthenticated }: { onReauthenticated: () => void }) {
  return (
    <SingleFieldForm
      schema={passwordProofBody}
      sending={useProveByPassword()}
      onReauthenticated={onReauthenticated}
    >
      {errors => (
        <PasswordInput
          name="currentPassword"
          label={text.password}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': text.showPassword, tabIndex: 0, ...ownKeys }}
          error={errors.currentPassword}
          {...ownKeys}
        />
      )}
    </SingleFieldForm>
  )
}

export function CodeProof({ onReauthenticated }: { onReauthenticated: () => void }) {
  return (
    <SingleFieldForm schema={codeProofBody} sending={useProveByCode()} onReauthenticated={onReauthenticated}>
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
          {...ownKeys}
        />
      )}
    </SingleFieldForm>
  )
}

export function PasskeyProof({ onReauthenticated }: { onReauthenticated: () => void }) {
  const reauthentication = useProveByPasskey()
  return (
    <Stack>
      <ErrorAlert error={reauthentication.error} />
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        disabled={reauthentication.isPending}
        data-autofocus
        onClick={() => reauthentication.mutate(undefined, { onSuccess: onReauthenticated })}
        {...ownKeys}
      >
        {reauthentication.isPending ? text.submitting : text.passkey}
      </Button>
    </Stack>
  )
}
