import { Button, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useState } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { alarmText, restoreText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { EncryptionHelpLink } from '#web/features/keys/help/EncryptionHelpLink.tsx'
import styles from '#web/features/keys/Keys.module.css'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { RenewLostKeysStep } from './RenewKeysStep.tsx'
import { UnlockKeysForm } from './UnlockKeysForm.tsx'

const AskForKeys = createLazyOverlay(
  async () => (await import('./LinkThisDevicePanel.tsx')).LinkThisDevicePanel,
  <Skeleton height={220} radius={16} />,
)

/**
 * Restores encryption keys, fastest method first: another device, a passkey, the recovery phrase. `before`: older keys
 * on this device, if any.
 */
export function RestoreKeysPanel({
  keys,
  card,
  before,
  onReady,
}: {
  keys: MyKeys
  card: Card
  before: Identity | null
  onReady: (identity: Identity) => void
}) {
  const [isRenewing, setIsRenewing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  if (isAsking) {
    const stopAskingForKeys = () => setIsAsking(false)
    return (
      <AskForKeys card={card} onReady={onReady} onCancel={stopAskingForKeys} onClose={stopAskingForKeys} />
    )
  }
  if (isRenewing) {
    return (
      <RenewLostKeysStep
        userId={card.userId}
        keys={keys}
        isLost={before === null}
        onRenewed={onReady}
        onCancel={() => setIsRenewing(false)}
      />
    )
  }
  // Two public keys with the same version number (generation) indicate an attack, so nothing is restored.
  if (before?.card.gen === card.gen) {
    return (
      <EncryptionKeyWizardStep title={alarmText.foreign.title} isFirst>
        <Text size="sm">{text.foreign}</Text>
        <div className={styles.actions}>
          <Button color="red" onClick={() => setIsRenewing(true)}>
            {text.renew}
          </Button>
          <EncryptionHelpLink />
        </div>
      </EncryptionKeyWizardStep>
    )
  }
  return (
    <EncryptionKeyWizardStep title={text.title} isFirst>
      <Text size="sm">
        {text.intro} <EncryptionHelpLink />
      </Text>
      <Stack>
        <Button
          fullWidth
          h={44}
          leftSection={<IconDevices size={18} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          {text.byDevice}
        </Button>
        <UnlockKeysForm userId={card.userId} keys={keys} onOpen={({ identity }) => onReady(identity)} />
      </Stack>
      <Divider />
      <Button variant="subtle" mih={44} px={4} onClick={() => setIsRenewing(true)}>
        {text.lost}
      </Button>
    </EncryptionKeyWizardStep>
  )
}
