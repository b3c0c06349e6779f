import { Alert, Box, Button, Stack, TextInput } from '@mantine/core'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { type OwnPasskey, passkeyNameBody } from '#shared/contracts/auth/passkeys.schemas.ts'
import { passkeysText as text } from '#texts/passkeys.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormStepHeading } from './FormStepHeading.tsx'
import { getPasskeyErrorText, useCreatePasskey, useRemovePasskey, useRenamePasskey } from './passkeys.api.ts'
import { ReauthenticationForm } from './ReauthenticationForm.tsx'
import styles from './TwoFactor.module.css'

const getPasskeyFormButtonLabels = () => ({ working: text.working, cancel: text.cancel })

export function AddPasskeyForm({
  account,
  userId,
  onDone,
}: {
  account: Account
  userId: number
  onDone: () => void
}) {
  const labels = {
    ...getPasskeyFormButtonLabels(),
    title: text.addTitle,
    intro: text.addIntro,
    submit: text.addSubmit,
  }
  const sending = useCreatePasskey(userId)
  return (
    <ReauthenticationForm
      {...{ account, labels, sending }}
      getErrorText={getPasskeyErrorText}
      onDone={onDone}
      onCancel={onDone}
    />
  )
}

export function RemovePasskeyForm({
  account,
  passkey: { id, name },
  onDone,
}: {
  account: Account
  passkey: OwnPasskey
  onDone: () => void
}) {
  const labels = {
    ...getPasskeyFormButtonLabels(),
    title: text.removeTitle({ name }),
    intro: text.removeIntro,
    submit: text.remove,
  }
  const sending = useRemovePasskey(id)
  return (
    <ReauthenticationForm
      {...{ account, labels, sending }}
      getErrorText={getPasskeyErrorText}
      isDangerous
      onDone={onDone}
      onCancel={onDone}
    />
  )
}

export function RenamePasskeyForm({
  passkey: { id, name },
  onDone,
}: {
  passkey: OwnPasskey
  onDone: () => void
}) {
  const renaming = useRenamePasskey(id)
  const { form, errors, submit } = useValidatedForm({
    schema: passkeyNameBody,
    sending: renaming,
    onSuccess: onDone,
  })
  return (
    <Box ref={form} noValidate onSubmit={submit} component="form" maw={460}>
      <Stack>
        <FormStepHeading title={text.renameOf({ name })} />
        {renaming.error && !errors.name && (
          <Alert color="red" role="alert">
            {getPasskeyErrorText(renaming.error)}
          </Alert>
        )}
        <TextInput name="name" label={text.name} defaultValue={name} maxLength={60} error={errors.name} />
        <div className={styles.actions}>
          <Button type="submit" disabled={renaming.isPending}>
            {renaming.isPending ? text.working : text.save}
          </Button>
          <Button variant="subtle" disabled={renaming.isPending} onClick={onDone}>
            {text.cancel}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}
