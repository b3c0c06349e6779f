import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { taskTitles } from '#texts/keys.ts'
import {
  type ReauthenticatedKeys,
  useEncryptionKeysOnDevice,
  useOwnPublishedEncryptionKeys,
} from '#web/features/keys/keys.api.ts'
import { AddRecoveryPasskeyStep } from '#web/features/keys/recovery/AddRecoveryPasskeyStep.tsx'
import { CreateRecoveryPhraseStep } from '#web/features/keys/recovery/CreateRecoveryPhraseStep.tsx'
import { LinkOtherDeviceStep } from '#web/features/keys/recovery/LinkOtherDeviceStep.tsx'
import { ReauthenticateAndUnlockKeysStep } from '#web/features/keys/recovery/ReauthenticationStep.tsx'
import { RemoveRecoveryMethodStep } from '#web/features/keys/recovery/RemoveRecoveryMethodStep.tsx'
import { RenewKeysStep } from '#web/features/keys/recovery/RenewKeysStep.tsx'
import {
  type KeyTask,
  listRecoveryMethodsBesidesThisDevice,
} from '#web/features/keys/recovery/recovery-methods.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { EncryptionKeySetup } from './EncryptionKeySetup.tsx'
import { OwnEncryptionKeysOverview } from './OwnEncryptionKeysOverview.tsx'

/** Runs an action on the encryption keys, such as adding a passkey, after the user has re-authenticated. */
function KeyTaskSteps({
  task,
  userId,
  keys,
  identity,
  onDone,
}: {
  task: KeyTask
  userId: number
  keys: MyKeys
  identity: Identity
  onDone: () => void
}) {
  const [opened, setOpened] = useState<ReauthenticatedKeys>()
  if (task.kind === 'remove') {
    const isLast = listRecoveryMethodsBesidesThisDevice(keys, identity).length === 1
    return <RemoveRecoveryMethodStep userId={userId} way={task.way} isLast={isLast} onDone={onDone} />
  }
  if (!opened) {
    const title = taskTitles[task.kind]
    return (
      <ReauthenticateAndUnlockKeysStep {...{ title, userId, keys }} onOpen={setOpened} onCancel={onDone} />
    )
  }
  if (task.kind === 'passkey') return <AddRecoveryPasskeyStep opened={opened} keys={keys} onDone={onDone} />
  if (task.kind === 'link') return <LinkOtherDeviceStep opened={opened} onDone={onDone} />
  if (task.kind === 'phrase') return <CreateRecoveryPhraseStep opened={opened} keys={keys} onDone={onDone} />
  return (
    <RenewKeysStep
      keys={keys}
      opened={opened.keys}
      proof={opened.proof}
      isLost={false}
      onRenewed={onDone}
      onCancel={onDone}
    />
  )
}

/** Encryption key settings: lists keys and devices. On a device without keys, shows the key setup instead. */
export function EncryptionKeySettings({ userId }: { userId: number }) {
  const keys = useOwnPublishedEncryptionKeys()
  const device = useEncryptionKeysOnDevice(userId)
  const [task, setTask] = useState<KeyTask>()
  // After an action such as adding a passkey, `isFresh` moves the focus to the status of the keys.
  const [isFresh, setIsFresh] = useState(false)
  const finishKeyTask = async () => {
    setIsFresh(true)
    await device.refetch()
    setTask(undefined)
  }
  if (keys.error) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />
  if (!keys.data || !device.data) return <Skeleton height={220} radius={16} />
  const { identity } = device.data.obstacle ? { identity: null } : device.data
  const { card } = keys.data
  if (identity && task) {
    return (
      <KeyTaskSteps task={task} userId={userId} keys={keys.data} identity={identity} onDone={finishKeyTask} />
    )
  }
  if (!identity || !card || !hasSamePublicKeys(identity.card, card)) {
    return <EncryptionKeySetup userId={userId} onReady={finishKeyTask} />
  }
  return <OwnEncryptionKeysOverview keys={keys.data} identity={identity} isFresh={isFresh} onTask={setTask} />
}
