import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { type ReauthenticationBody, reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { canReauthenticate, ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'
import { FormStepHeading } from './FormStepHeading.tsx'
import styles from './TwoFactor.module.css'

export interface TaskLabels {
  title: string
  intro: string
  submit: string
  working: string
  cancel: string
}

/** Form that re-authenticates the user and then sends a sensitive change, such as removing a passkey. */
export function ReauthenticationForm<Result>({
  account,
  labels,
  sending,
  getErrorText,
  isDangerous = false,
  onDone,
  onCancel,
}: {
  account: Account
  labels: TaskLabels
  sending: UseMutationResult<Result, Error, ReauthenticationBody>
  /**
   * Returns the text for a failure of the sensitive change itself, such as removing a passkey. A wrong password is
   * reported by the re-authentication form.
   */
  getErrorText: (error: Error) => string
  isDangerous?: boolean
  onDone: () => void
  onCancel: () => void
}) {
  const { form, errors, submit } = useValidatedForm({
    schema: reauthenticationBody,
    sending,
    onSuccess: onDone,
  })
  return (
    <Box ref={form} noValidate onSubmit={submit} component="form" maw={460}>
      <Stack>
        <FormStepHeading title={labels.title} />
        <Text size="sm">{labels.intro}</Text>
        {sending.error && !errors.currentPassword && (
          <Alert color="red" role="alert">
            {getErrorText(sending.error)}
          </Alert>
        )}
        <ReauthenticationFields account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            disabled={sending.isPending || !canReauthenticate(account)}
          >
            {sending.isPending ? labels.working : labels.submit}
          </Button>
          <Button variant="subtle" disabled={sending.isPending} onClick={onCancel}>
            {labels.cancel}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}
