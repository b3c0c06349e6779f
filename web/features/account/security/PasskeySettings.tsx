import { Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconFingerprint, IconKey } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import type { OwnPasskey } from '#shared/contracts/auth/passkeys.schemas.ts'
import { passkeysText as text } from '#texts/passkeys.ts'
import settings from '#web/features/account/Settings.module.css'
import { formatDateTime } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './PasskeySettings.module.css'
import { usePasskeys, usePasskeysUnlockingEncryptionKeys } from './passkeys.api.ts'
import taskStyles from './TwoFactor.module.css'

const placeholder = <Skeleton height={160} radius={16} />
const AddPasskey = createLazyOverlay(
  async () => (await import('./PasskeyForms.tsx')).AddPasskeyForm,
  placeholder,
)
const RemovePasskey = createLazyOverlay(
  async () => (await import('./PasskeyForms.tsx')).RemovePasskeyForm,
  placeholder,
)
const RenamePasskey = createLazyOverlay(
  async () => (await import('./PasskeyForms.tsx')).RenamePasskeyForm,
  placeholder,
)

type Task = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

function PasskeyRow({
  icon: Icon,
  title,
  facts,
  children,
}: {
  icon: ComponentType<{ size: number; stroke: number }>
  title: string
  facts: string[]
  children?: ReactNode
}) {
  return (
    <Columns
      component="li"
      template={{ base: 'auto 1fr', sm: 'auto 1fr auto' }}
      gap="8px 12px"
      align="center"
      className={styles.passkey}
    >
      <span className={settings.icon} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        {facts.map(fact => (
          <Text key={fact} size="xs" c="dimmed">
            {fact}
          </Text>
        ))}
      </Box>
      <div className={styles.actions}>{children}</div>
    </Columns>
  )
}

function describePasskey({ createdAt, usedAt, isSynced }: OwnPasskey, unlocksKeys: boolean): string[] {
  return [
    `${text.added({ dateTime: formatDateTime(createdAt) })} · ${usedAt ? text.used({ ago: formatTimeAgo(usedAt) }) : text.neverUsed}`,
    ...(isSynced ? [text.synced] : []),
    ...(unlocksKeys ? [text.opensKeys] : []),
  ]
}

/** Lists the passkeys for signing in and for encryption keys together, because most passkeys serve both. */
export function PasskeySettings({ account, userId }: { account: Account; userId: number }) {
  const signInPasskeys = usePasskeys()
  const keyPasskeys = usePasskeysUnlockingEncryptionKeys().data ?? []
  const [task, setTask] = useState<Task>()
  const finishTask = () => {
    setTask(undefined)
    // A new passkey can fulfil the obligation to have a second factor, so the client reloads the user's account data.
    void refetchQueriesOfTopics(['me'])
  }
  if (signInPasskeys.error)
    return <ErrorState error={signInPasskeys.error} onRetry={() => signInPasskeys.refetch()} />
  if (!signInPasskeys.data) return <Skeleton height={92} radius={16} />
  if (task) {
    const commonProps = { account, onDone: finishTask, onClose: () => setTask(undefined) }
    if (task.kind === 'add') return <AddPasskey {...commonProps} userId={userId} />
    if (task.kind === 'remove') return <RemovePasskey {...commonProps} passkey={task.passkey} />
    return <RenamePasskey {...commonProps} passkey={task.passkey} />
  }
  const signInIds = new Set(signInPasskeys.data.map(({ credentialId }) => credentialId))
  const keyOnlyPasskeys = keyPasskeys.filter(({ credentialId }) => !signInIds.has(credentialId ?? ''))
  const unlocksKeys = (id: string) => keyPasskeys.some(({ credentialId }) => credentialId === id)
  return (
    <Stack>
      {signInPasskeys.data.length + keyOnlyPasskeys.length === 0 && <Text size="sm">{text.none}</Text>}
      {signInPasskeys.data.length + keyOnlyPasskeys.length > 0 && (
        <ul aria-label={text.list}>
          {signInPasskeys.data.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              icon={IconFingerprint}
              title={passkey.name}
              facts={describePasskey(passkey, unlocksKeys(passkey.credentialId))}
            >
              <Button
                variant="default"
                size="xs"
                aria-label={text.renameOf({ name: passkey.name })}
                onClick={() => setTask({ kind: 'rename', passkey })}
              >
                {text.rename}
              </Button>
              <Button
                variant="subtle"
                size="xs"
                color="red"
                aria-label={text.removeOf({ name: passkey.name })}
                onClick={() => setTask({ kind: 'remove', passkey })}
              >
                {text.remove}
              </Button>
            </PasskeyRow>
          ))}
          {keyOnlyPasskeys.map(({ id, createdAt }) => (
            <PasskeyRow
              key={`key-${id}`}
              icon={IconKey}
              title={text.keysOnly}
              facts={[text.added({ dateTime: formatDateTime(createdAt) }), text.keysOnlyHelp]}
            />
          ))}
        </ul>
      )}
      {'PublicKeyCredential' in globalThis ? (
        <div className={taskStyles.actions}>
          <Button onClick={() => setTask({ kind: 'add' })}>{text.add}</Button>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {text.unfit}
        </Text>
      )}
    </Stack>
  )
}
