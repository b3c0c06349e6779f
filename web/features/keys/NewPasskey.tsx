import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys.ts'
import styles from './Keys.module.css'
import { type ReauthenticatedKeys, useAddKeyPasskey } from './keys.api.ts'
import { keysText, passkeyText as text } from './keys.text.ts'
import { KeyStep } from './Step.tsx'
import { KeyErrorAlert } from './Trouble.tsx'

export function NewPasskey({
  opened,
  keys,
  onDone,
}: {
  opened: ReauthenticatedKeys
  keys: MyKeys
  onDone: () => void
}) {
  const adding = useAddKeyPasskey(opened, keys)
  return (
    <KeyStep title={text.title}>
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
    </KeyStep>
  )
}
