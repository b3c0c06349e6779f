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

/** Who one is, and then what it is asked for. */
export function ProofTask<Answer>({
  account,
  words,
  sending,
  trouble,
  isDangerous = false,
  onDone,
  onCancel,
}: {
  account: Account
  words: TaskWords
  sending: UseMutationResult<Answer, Error, ProofBody>
  /** What to say of a failure that is not the password's. */
  trouble: (error: Error) => string
  isDangerous?: boolean
  onDone: () => void
  onCancel: () => void
}) {
  const { form, errors, submit } = useCheckedForm({ schema: proofBody, sending, onSuccess: onDone })
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <TaskHeading title={words.title} />
        <Text size="sm">{words.intro}</Text>
        {sending.error && !errors.currentPassword && (
          <Alert color="red" role="alert">
            {trouble(sending.error)}
          </Alert>
        )}
        <Confirmation account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            disabled={sending.isPending || !canConfirm(account)}
          >
            {sending.isPending ? words.working : words.submit}
          </Button>
          <Button variant="subtle" disabled={sending.isPending} onClick={onCancel}>
            {words.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
