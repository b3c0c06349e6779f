import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { alarmText, takeBackText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { EncryptionHelpLink } from '#web/features/keys/help/EncryptionHelpLink.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { RenewLostKeysStep } from '#web/features/keys/recovery/RenewKeysStep.tsx'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { keyMismatchAlarm, storeUserResponseToKeyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/**
 * Asks whether newer published keys come from the user. A user who denies it can take the identity back. The keys on
 * this device stay until the user has answered and other keys are stored.
 */
export function ConfirmNewPublishedKeysPrompt({
  keys,
  userId,
  onRenewed,
}: {
  keys: MyKeys
  userId: number
  onRenewed: (identity: Identity) => void
}) {
  const alarm = useStoreState(keyMismatchAlarm)
  const [isRenewing, setIsRenewing] = useState(false)
  if (isRenewing) {
    return (
      <RenewLostKeysStep
        userId={userId}
        keys={keys}
        isLost={false}
        onRenewed={onRenewed}
        onCancel={() => setIsRenewing(false)}
      />
    )
  }
  if (alarm?.answer === 'not-own') {
    return (
      <EncryptionKeyWizardStep title={text.title}>
        <ol className={styles.consequences}>
          {text.steps.map(step => (
            <Text component="li" size="sm" key={step}>
              {step}
            </Text>
          ))}
        </ol>
        <div className={styles.actions}>
          <Button color="red" onClick={() => setIsRenewing(true)}>
            {alarmText.renew}
          </Button>
          <Button variant="subtle" onClick={() => storeUserResponseToKeyMismatchAlarm(userId, 'own')}>
            {alarmText.isOwn}
          </Button>
        </div>
      </EncryptionKeyWizardStep>
    )
  }
  const { title, about } = alarmText[alarm?.kind === 'question' ? 'question' : 'replaced']
  const moment = keys.createdAt ? formatDateTime(keys.createdAt) : alarmText.unknownTime
  return (
    <EncryptionKeyWizardStep title={title} isFirst>
      <Text size="sm">{`${about({ moment })} ${alarmText.stopped}`}</Text>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => storeUserResponseToKeyMismatchAlarm(userId, 'own')}>
          {alarmText.isOwn}
        </Button>
        <Button
          variant="light"
          color="red"
          onClick={() => storeUserResponseToKeyMismatchAlarm(userId, 'not-own')}
        >
          {alarmText.isNotOwn}
        </Button>
        <EncryptionHelpLink />
      </div>
    </EncryptionKeyWizardStep>
  )
}
