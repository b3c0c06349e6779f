import { Button, Divider, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { keySettingsText as text } from '#texts/keys.ts'
import { EncryptionHelpLink } from '#web/features/keys/help/EncryptionHelpLink.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { useDeleteKeysFromThisDevice } from '#web/features/keys/keys.api.ts'
import { KeyRecoveryMethodList } from '#web/features/keys/recovery/KeyRecoveryMethodList.tsx'
import {
  type KeyTask,
  listRecoveryMethodsBesidesThisDevice,
} from '#web/features/keys/recovery/recovery-methods.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DevicesWithKeys } from './DevicesWithKeys.tsx'
import { SignProfileNameWithKeyPrompt } from './SignProfileNameWithKeyPrompt.tsx'

/**
 * Says that this device has the encryption keys. `isFresh`: a key task has just finished, so this text takes the focus.
 */
function OwnKeysStatus({ since, isFresh }: { since?: string; isFresh: boolean }) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFresh) status.current?.focus()
  }, [isFresh])
  return (
    <div ref={status} tabIndex={-1} role="status" className={styles.status}>
      <span className={styles.icon}>
        <IconShieldCheck size={24} stroke={1.6} aria-hidden />
      </span>
      <div>
        <Text fw={700}>{text.has}</Text>
        {since && (
          <Text size="sm" c="dimmed">
            {text.since({ moment: formatDateTime(since) })}
          </Text>
        )}
      </div>
    </div>
  )
}

export function OwnEncryptionKeysOverview({
  keys,
  identity,
  isFresh,
  onTask,
}: {
  keys: MyKeys
  identity: Identity
  isFresh: boolean
  onTask: (task: KeyTask) => void
}) {
  const forgetting = useDeleteKeysFromThisDevice(identity)
  const isOnly = listRecoveryMethodsBesidesThisDevice(keys, identity).length === 0
  const askToRemoveKeysFromDevice = () =>
    openConfirmDialog({
      title: text.forget,
      text: isOnly ? text.forgetLast : text.forgetConfirm,
      action: text.forgetAction,
      isDangerous: true,
      onConfirm: () => forgetting.mutate(),
    })
  const thisDevice = keys.devices.find(({ dev }) => dev === identity.dev)
  return (
    <Stack gap="lg">
      <OwnKeysStatus since={thisDevice?.createdAt} isFresh={isFresh} />
      <SignProfileNameWithKeyPrompt keys={keys} identity={identity} />
      <KeyRecoveryMethodList keys={keys} isOnly={isOnly && keys.isUsed} onTask={onTask} />
      <DevicesWithKeys devices={keys.devices} dev={identity.dev} />
      <Divider />
      <section className={styles.changes} aria-label={text.change}>
        <Title order={3} size="h5">
          {text.change}
        </Title>
        <div className={styles.change}>
          <Text size="sm" c="dimmed">
            {text.forgetHelp}
          </Text>
          <Button variant="default" loading={forgetting.isPending} onClick={askToRemoveKeysFromDevice}>
            {text.forget}
          </Button>
        </div>
        <div className={styles.change}>
          <Text size="sm" c="dimmed">
            {text.renewHelp}
          </Text>
          <Button variant="light" color="red" onClick={() => onTask({ kind: 'renew' })}>
            {text.renew}
          </Button>
        </div>
      </section>
      <EncryptionHelpLink />
    </Stack>
  )
}
