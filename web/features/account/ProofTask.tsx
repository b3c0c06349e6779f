import { Alert, Button, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { Account } from '#shared/contracts/account.ts'
import { type ProofBody, proofBody } from '#shared/contracts/password.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Confirmation, canConfirm } from '#web/ui/Confirmation.tsx'
import { TaskHeading } from './TaskHeading.tsx'
import styles from './TwoFactor.module.css'

export interface TaskWords {
  title: string
  intro: string
  submit: string
  working: string
  cancel: string
}

/** Form that re-authenticates the user and then sends a sensitive change, such as removing a passkey. */
export function ProofTask<Result>({
  account,
  labels,
  sending,
  getErrorText,
  isDangerous = false,
  onDone,
  onCancel,
}: {
  account: Account
  labels: TaskWords
  sending: UseMutationResult<Result, Error, ProofBody>
  /** Returns the text for a failure other than a wrong password. */
  getErrorText: (error: Error) => string
  isDangerous?: boolean
  onDone: () => void
  onCancel: () => void
}) {
  const { form, errors, submit } = useCheckedForm({ schema: proofBody, sending, onSuccess: onDone })
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <TaskHeading title={labels.title} />
        <Text size="sm">{labels.intro}</Text>
        {sending.error && !errors.currentPassword && (
          <Alert color="red" role="alert">
            {getErrorText(sending.error)}
          </Alert>
        )}
        <Confirmation account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            disabled={sending.isPending || !canConfirm(account)}
          >
            {sending.isPending ? labels.working : labels.submit}
          </Button>
          <Button variant="subtle" disabled={sending.isPending} onClick={onCancel}>
            {labels.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
