import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import { keysText, removeMethodText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { useRemoveRecoveryMethod } from '#web/features/keys/keys.api.ts'
import { ReauthenticationStep } from './ReauthenticationStep.tsx'

/** Removes a recovery method of the keys after re-authentication. With `isLast`, only this device keeps the keys. */
export function RemoveRecoveryMethodStep({
  userId,
  way,
  isLast,
  onDone,
}: {
  userId: number
  way: WrapRow
  isLast: boolean
  onDone: () => void
}) {
  const [proof, setProof] = useState<ReauthenticationBody>()
  const removing = useRemoveRecoveryMethod(way.id)
  const title = way.kind === 'phrase' ? text.phrase : text.passkey
  if (!proof) {
    return (
      <ReauthenticationStep
        title={title}
        userId={userId}
        onProved={proved => setProof(proved.proof)}
        onCancel={onDone}
      />
    )
  }
  return (
    <EncryptionKeyWizardStep title={title}>
      <Text size="sm">{isLast ? text.last : text.other}</Text>
      <KeyErrorAlert error={removing.error} />
      <div className={styles.actions}>
        <Button
          color="red"
          disabled={removing.isPending}
          onClick={() => removing.mutate(proof, { onSuccess: onDone })}
        >
          {removing.isPending ? text.submitting : text.submit}
        </Button>
        <Button variant="subtle" disabled={removing.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}
