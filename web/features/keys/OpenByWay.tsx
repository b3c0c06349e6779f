import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { passkeysOf } from '#web/lib/e2ee/my-keys.ts'
import type { OpenKeys } from '#web/lib/e2ee/seeds.ts'
import styles from './Keys.module.css'
import { useMayAddPasskey, useRestoreKeys } from './keys.api.ts'
import { restoreText as text } from './keys.text.ts'
import { PhraseForm } from './PhraseForm.tsx'
import { Trouble } from './Trouble.tsx'

/** By what was left with the server: a passkey, or the phrase. */
export function OpenByWay({
  userId,
  keys,
  onOpen,
  children,
}: {
  userId: number
  keys: MyKeys
  onOpen: (opened: OpenKeys) => void
  /** What else one may do. */
  children?: ReactNode
}) {
  const restoring = useRestoreKeys(userId, keys)
  const { data: knowsPasskeys } = useMayAddPasskey()
  const hasPhrase = keys.wraps.some(({ kind }) => kind === 'phrase')
  const isAsking = restoring.isPending && restoring.variables.phrase === undefined
  const byPasskey = knowsPasskeys && passkeysOf(keys).length > 0 && (
    <Button
      variant={hasPhrase ? 'default' : 'filled'}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      disabled={restoring.isPending}
      onClick={() => restoring.mutate({}, { onSuccess: onOpen })}
    >
      {isAsking ? text.askingPasskey : text.byPasskey}
    </Button>
  )
  if (hasPhrase) {
    return (
      <PhraseForm sending={restoring} labels={text} onSuccess={onOpen}>
        {byPasskey}
        {children}
      </PhraseForm>
    )
  }
  return (
    <Stack>
      <Trouble error={restoring.error} />
      <div className={styles.actions}>
        {byPasskey}
        {children}
      </div>
    </Stack>
  )
}
