import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { Account } from '#shared/contracts/account.ts'
import { type OwnPasskey, passkeyNameBody } from '#shared/contracts/passkeys.ts'
import { type ProofBody, proofBody } from '#shared/contracts/password.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Confirmation, canConfirm } from '#web/ui/Confirmation.tsx'
import { makeTrouble, useMakePasskey, useNamePasskey, useRemovePasskey } from './passkeys.api.ts'
import { passkeysText as text } from './passkeys.text.ts'
import { TaskHeading } from './TaskHeading.tsx'
import styles from './TwoFactor.module.css'

/** Who one is, and then what it is asked for. */
function ProofForm<Answer>({
  account,
  words,
  sending,
  isDangerous = false,
  onDone,
}: {
  account: Account
  words: { title: string; intro: string; submit: string }
  sending: UseMutationResult<Answer, Error, ProofBody>
  isDangerous?: boolean
  onDone: () => void
}) {
  const { form, errors, submit } = useCheckedForm({ schema: proofBody, sending, onSuccess: onDone })
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <TaskHeading title={words.title} />
        <Text size="sm">{words.intro}</Text>
        {sending.error && !errors.currentPassword && (
          <Alert color="red" role="alert">
            {makeTrouble(sending.error)}
          </Alert>
        )}
        <Confirmation account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            disabled={sending.isPending || !canConfirm(account)}
          >
            {sending.isPending ? text.working : words.submit}
          </Button>
          <Button variant="subtle" disabled={sending.isPending} onClick={onDone}>
            {text.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

export function AddPasskey({
  account,
  userId,
  onDone,
}: {
  account: Account
  userId: number
  onDone: () => void
}) {
  const words = { title: text.addTitle, intro: text.addIntro, submit: text.addSubmit }
  return <ProofForm account={account} words={words} sending={useMakePasskey(userId)} onDone={onDone} />
}

export function RemovePasskey({
  account,
  passkey: { id, name },
  onDone,
}: {
  account: Account
  passkey: OwnPasskey
  onDone: () => void
}) {
  const words = { title: text.removeTitle(name), intro: text.removeIntro, submit: text.remove }
  return (
    <ProofForm account={account} words={words} sending={useRemovePasskey(id)} isDangerous onDone={onDone} />
  )
}

export function RenamePasskey({
  passkey: { id, name },
  onDone,
}: {
  passkey: OwnPasskey
  onDone: () => void
}) {
  const naming = useNamePasskey(id)
  const { form, errors, submit } = useCheckedForm({
    schema: passkeyNameBody,
    sending: naming,
    onSuccess: onDone,
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <TaskHeading title={text.renameOf(name)} />
        {naming.error && !errors.name && (
          <Alert color="red" role="alert">
            {makeTrouble(naming.error)}
          </Alert>
        )}
        <TextInput name="name" label={text.name} defaultValue={name} maxLength={60} error={errors.name} />
        <div className={styles.actions}>
          <Button type="submit" disabled={naming.isPending}>
            {naming.isPending ? text.working : text.save}
          </Button>
          <Button variant="subtle" disabled={naming.isPending} onClick={onDone}>
            {text.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
