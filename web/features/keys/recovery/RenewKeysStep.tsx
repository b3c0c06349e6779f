import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { keysText, renewText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { useRenewEncryptionKeys } from '#web/features/keys/keys.api.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { ReauthenticationStep } from './ReauthenticationStep.tsx'

/** Warns the user, then replaces the encryption keys. With `isLost`, older messages stay unreadable. */
export function RenewKeysStep({
  keys,
  opened,
  proof,
  isLost,
  onRenewed,
  onCancel,
}: {
  keys: MyKeys
  opened?: UnlockedKeys
  proof: ReauthenticationBody
  isLost: boolean
  onRenewed: (identity: Identity) => void
  onCancel: () => void
}) {
  const renewing = useRenewEncryptionKeys(keys, opened, proof)
  return (
    <EncryptionKeyWizardStep title={text.title}>
      <ul className={styles.consequences}>
        {[...text.consequences, isLost ? text.unreadable : text.readable].map(line => (
          <Text component="li" size="sm" key={line}>
            {line}
          </Text>
        ))}
      </ul>
      <KeyErrorAlert error={renewing.error} />
      <div className={styles.actions}>
        <Button
          color="red"
          disabled={renewing.isPending}
          onClick={() => renewing.mutate(undefined, { onSuccess: onRenewed })}
        >
          {renewing.isPending ? text.submitting : text.submit}
        </Button>
        <Button variant="subtle" disabled={renewing.isPending} onClick={onCancel}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}

/** Re-authenticates a user who can no longer unlock the old encryption keys, and replaces them. */
export function RenewLostKeysStep({
  userId,
  keys,
  isLost,
  onRenewed,
  onCancel,
}: {
  userId: number
  keys: MyKeys
  isLost: boolean
  onRenewed: (identity: Identity) => void
  onCancel: () => void
}) {
  const [proof, setProof] = useState<ReauthenticationBody>()
  if (!proof) {
    return (
      <ReauthenticationStep
        title={text.title}
        userId={userId}
        onProved={proved => setProof(proved.proof)}
        onCancel={onCancel}
      />
    )
  }
  return <RenewKeysStep {...{ keys, proof, isLost, onRenewed, onCancel }} />
}
