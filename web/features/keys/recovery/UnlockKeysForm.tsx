import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { restoreText as text } from '#texts/keys.ts'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { useCanPasskeyUnlockKeys, useUnlockAndStoreEncryptionKeys } from '#web/features/keys/keys.api.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { listPasskeyIdsThatUnlockKeys } from '#web/lib/e2ee/keys/unlock-keys.ts'
import { RecoveryPhraseForm } from './RecoveryPhraseForm.tsx'

/** Form that unlocks the encryption keys from a backup on the server, by passkey or recovery phrase. */
export function UnlockKeysForm({
  userId,
  keys,
  onOpen,
  children,
}: {
  userId: number
  keys: MyKeys
  onOpen: (opened: UnlockedKeys) => void
  /** Additional buttons of the form, such as the one that cancels. */
  children?: ReactNode
}) {
  const restoring = useUnlockAndStoreEncryptionKeys(userId, keys)
  const { data: supportsPasskeys } = useCanPasskeyUnlockKeys()
  const hasPhrase = keys.wraps.some(({ kind }) => kind === 'phrase')
  const isPasskeyPending = restoring.isPending && restoring.variables.phrase === undefined
  const passkeyButton = supportsPasskeys && listPasskeyIdsThatUnlockKeys(keys).length > 0 && (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      disabled={restoring.isPending}
      onClick={() => restoring.mutate({}, { onSuccess: onOpen })}
    >
      {isPasskeyPending ? text.askingPasskey : text.byPasskey}
    </Button>
  )
  if (hasPhrase) {
    return (
      <Stack>
        {passkeyButton && <div className={styles.actions}>{passkeyButton}</div>}
        <RecoveryPhraseForm sending={restoring} labels={text} onSuccess={onOpen}>
          {children}
        </RecoveryPhraseForm>
      </Stack>
    )
  }
  const hasButtons = Boolean(passkeyButton || children)
  if (!hasButtons && !restoring.error) return null
  return (
    <Stack>
      <KeyErrorAlert error={restoring.error} />
      {hasButtons && (
        <div className={styles.actions}>
          {passkeyButton}
          {children}
        </div>
      )}
    </Stack>
  )
}
