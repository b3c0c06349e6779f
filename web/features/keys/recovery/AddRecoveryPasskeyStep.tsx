import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { keysText, passkeyText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { type ReauthenticatedKeys, useAddRecoveryPasskey } from '#web/features/keys/keys.api.ts'

export function AddRecoveryPasskeyStep({
  opened,
  keys,
  onDone,
}: {
  opened: ReauthenticatedKeys
  keys: MyKeys
  onDone: () => void
}) {
  const adding = useAddRecoveryPasskey(opened, keys)
  return (
    <EncryptionKeyWizardStep title={text.title}>
      <Text size="sm">{text.intro}</Text>
      <KeyErrorAlert error={adding.error} />
      <div className={styles.actions}>
        <Button
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={adding.isPending}
          onClick={() => adding.mutate(undefined, { onSuccess: onDone })}
        >
          {adding.isPending ? text.adding : text.add}
        </Button>
        <Button variant="subtle" disabled={adding.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}
