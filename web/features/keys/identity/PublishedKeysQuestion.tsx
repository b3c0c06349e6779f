import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { alarmText, takeBackText as text } from '#texts/keys.ts'
import { EncryptionHelpLink } from '#web/features/keys/help/EncryptionHelpLink.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { KeyTaskStep } from '#web/features/keys/KeyTaskStep.tsx'
import { RenewLostKeys } from '#web/features/keys/recovery/RenewKeys.tsx'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { keyAlarm, storeKeyAlarmAnswer } from '#web/lib/state/key-alarm.ts'
import { useStore } from '#web/lib/state/store.ts'

/**
 * Asks whether newer published keys come from the user. A user who denies it can take the identity back. The keys on
 * this device stay until the user has answered and other keys are stored.
 */
export function PublishedKeysQuestion({
  keys,
  userId,
  onRenewed,
}: {
  keys: MyKeys
  userId: number
  onRenewed: (identity: Identity) => void
}) {
  const alarm = useStore(keyAlarm)
  const [isRenewing, setIsRenewing] = useState(false)
  if (isRenewing) {
    return (
      <RenewLostKeys
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
      <KeyTaskStep title={text.title}>
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
          <Button variant="subtle" onClick={() => storeKeyAlarmAnswer(userId, 'own')}>
            {alarmText.isOwn}
          </Button>
        </div>
      </KeyTaskStep>
    )
  }
  const { title, about } = alarmText[alarm?.kind === 'question' ? 'question' : 'replaced']
  const moment = keys.createdAt ? formatDateTime(keys.createdAt) : alarmText.unknownTime
  return (
    <KeyTaskStep title={title} isFirst>
      <Text size="sm">{`${about({ moment })} ${alarmText.stopped}`}</Text>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => storeKeyAlarmAnswer(userId, 'own')}>
          {alarmText.isOwn}
        </Button>
        <Button variant="light" color="red" onClick={() => storeKeyAlarmAnswer(userId, 'not-own')}>
          {alarmText.isNotOwn}
        </Button>
        <EncryptionHelpLink />
      </div>
    </KeyTaskStep>
  )
}
