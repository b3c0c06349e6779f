import { Loader, Skeleton, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { keysText as text } from '#texts/keys.ts'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import {
  useCreateFirstEncryptionKeys,
  useEncryptionKeysOnDevice,
  useOwnPublishedEncryptionKeys,
} from '#web/features/keys/keys.api.ts'
import { RestoreKeysPanel } from '#web/features/keys/recovery/RestoreKeysPanel.tsx'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { decideToCreatePublishOrRestoreKeys } from '#web/lib/e2ee/keys/own-published-keys.ts'
import { type KeyAlarm, keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ConfirmNewPublishedKeysPrompt } from './ConfirmNewPublishedKeysPrompt.tsx'
import { EncryptionUnavailableNotice } from './EncryptionUnavailableNotice.tsx'
import { RepublishKeysPanel } from './RepublishKeysPanel.tsx'

/** Creates the user's first encryption keys without asking the user, and shows the progress. */
function CreateFirstKeys({ onReady }: { onReady: (identity: Identity) => void }) {
  const making = useCreateFirstEncryptionKeys()
  const { mutate } = making
  const onReadyRef = useRef(onReady)
  useEffect(
    () => mutate(undefined, { onSuccess: created => created && onReadyRef.current(created) }),
    [mutate],
  )
  if (making.error) {
    return <KeyErrorAlert error={making.error} action={{ label: text.again, onClick: () => mutate() }} />
  }
  return (
    <div className={styles.actions} role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{text.making}</Text>
    </div>
  )
}

const isCardAcceptedByUser = (alarm: KeyAlarm | null, card: Card) =>
  alarm?.answer === 'own' && alarm.card === card.sign

/** Sets up encryption keys on a device without keys: creates the first keys, or restores existing ones. */
export function EncryptionKeySetup({
  userId,
  onReady,
}: {
  userId: number
  onReady: (identity: Identity) => void
}) {
  const keys = useOwnPublishedEncryptionKeys()
  const device = useEncryptionKeysOnDevice(userId)
  const alarm = useStoreState(keyMismatchAlarm)
  if (keys.error) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />
  if (!keys.data || !device.data) return <Skeleton height={220} radius={16} />
  if (device.data.obstacle) return <EncryptionUnavailableNotice obstacle={device.data.obstacle} />
  const { card } = keys.data
  const { identity } = device.data
  // Keys are not restored if no keys are published or if the app has just created them in the background.
  const start = decideToCreatePublishOrRestoreKeys(identity?.card, keys.data)
  if (!card || start !== 'restore') return <CreateFirstKeys onReady={onReady} />
  if (identity && card.gen < identity.card.gen) return <RepublishKeysPanel identity={identity} />
  // Newer keys published in the user's name may come from an attacker, so the user is asked to check them.
  if (identity && card.gen > identity.card.gen && !isCardAcceptedByUser(alarm, card))
    return <ConfirmNewPublishedKeysPrompt keys={keys.data} userId={userId} onRenewed={onReady} />
  return <RestoreKeysPanel keys={keys.data} card={card} before={identity} onReady={onReady} />
}
