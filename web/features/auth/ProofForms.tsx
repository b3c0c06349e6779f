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

/** Escape is for this dialog alone, and not for one that lies beneath it. */
export const ownKeys = { 'data-mantine-stop-propagation': 'true' }

function Refused({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {'isKnown' in error ? text.passkeyEnded : failureText(error, text.failed)}
    </Alert>
  )
}

/** One field, and what is in it is sent. */
function ProofForm<Body>({
  schema,
  sending,
  onProved,
  children,
}: {
  schema: z.ZodMiniType
  sending: UseMutationResult<unknown, Error, Body>
  onProved: () => void
  children: (errors: Record<string, string>) => ReactNode
}) {
  const { form, errors, submit } = useCheckedForm({ schema, sending, onSuccess: onProved })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {Object.keys(errors).length === 0 && <Refused error={sending.error} />}
        {children(errors)}
        <Button type="submit" disabled={sending.isPending} {...ownKeys}>
          {sending.isPending ? text.submitting : text.submit}
        </Button>
      </Stack>
    </form>
  )
}

export function PasswordProof({ onProved }: { onProved: () => void }) {
  return (
    <ProofForm schema={passwordProofBody} sending={useProveByPassword()} onProved={onProved}>
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
    </ProofForm>
  )
}

export function CodeProof({ onProved }: { onProved: () => void }) {
  return (
    <ProofForm schema={codeProofBody} sending={useProveByCode()} onProved={onProved}>
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
    </ProofForm>
  )
}

export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const proving = useProveByPasskey()
  return (
    <Stack>
      <Refused error={proving.error} />
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        disabled={proving.isPending}
        data-autofocus
        onClick={() => proving.mutate(undefined, { onSuccess: onProved })}
        {...ownKeys}
      >
        {proving.isPending ? text.submitting : text.passkey}
      </Button>
    </Stack>
  )
}
