import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { type ReauthenticationBody, reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { keysText, keyReauthenticationText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import {
  type ReauthenticatedKeys,
  useReauthenticateAndUnlockKeys,
  useSignedInAccount,
} from '#web/features/keys/keys.api.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { canReauthenticate, ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'
import { UnlockKeysForm } from './UnlockKeysForm.tsx'

interface ReauthenticationResult {
  proof: ReauthenticationBody
  /** Unlocked encryption keys; undefined if this device stores no keys. */
  keys: UnlockedKeys | undefined
}

function UnlockingReauthenticationForm({
  account,
  userId,
  onProved,
  onCancel,
}: {
  account: Account
  userId: number
  onProved: (proved: ReauthenticationResult) => void
  onCancel: () => void
}) {
  const proving = useReauthenticateAndUnlockKeys(userId)
  const { form, errors, submit } = useValidatedForm({
    schema: reauthenticationBody,
    sending: proving,
    onSuccess: onProved,
  })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {!errors.currentPassword && <KeyErrorAlert error={proving.error} />}
        <ReauthenticationFields account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button type="submit" disabled={proving.isPending || !canReauthenticate(account)}>
            {proving.isPending ? text.submitting : text.submit}
          </Button>
          <Button variant="subtle" disabled={proving.isPending} onClick={onCancel}>
            {keysText.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Re-authentication step before encryption keys change, because others may use an unattended device. */
export function ReauthenticationStep({
  title,
  userId,
  onProved,
  onCancel,
}: {
  title: string
  userId: number
  onProved: (proved: ReauthenticationResult) => void
  onCancel: () => void
}) {
  const account = useSignedInAccount()
  if (account.error) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  return (
    <EncryptionKeyWizardStep title={title}>
      <Text size="sm">{text.intro}</Text>
      {account.data ? (
        <UnlockingReauthenticationForm
          account={account.data}
          userId={userId}
          onProved={onProved}
          onCancel={onCancel}
        />
      ) : (
        <Skeleton height={120} radius={16} />
      )}
    </EncryptionKeyWizardStep>
  )
}

/**
 * Re-authenticates the user and unlocks the keys. Without a stored key seed, also asks for a passkey or recovery
 * phrase.
 */
export function ReauthenticateAndUnlockKeysStep({
  title,
  userId,
  keys,
  onOpen,
  onCancel,
}: {
  title: string
  userId: number
  keys: MyKeys
  onOpen: (opened: ReauthenticatedKeys) => void
  onCancel: () => void
}) {
  const [proof, setProof] = useState<ReauthenticationBody>()
  if (!proof) {
    const handleResult = ({ proof: newProof, keys: unlocked }: ReauthenticationResult) =>
      unlocked ? onOpen({ proof: newProof, keys: unlocked }) : setProof(newProof)
    return <ReauthenticationStep title={title} userId={userId} onProved={handleResult} onCancel={onCancel} />
  }
  return (
    <EncryptionKeyWizardStep title={title}>
      <Text size="sm">{text.noSeed}</Text>
      <UnlockKeysForm userId={userId} keys={keys} onOpen={unlocked => onOpen({ proof, keys: unlocked })}>
        <Button variant="subtle" onClick={onCancel}>
          {keysText.cancel}
        </Button>
      </UnlockKeysForm>
    </EncryptionKeyWizardStep>
  )
}
