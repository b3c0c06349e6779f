import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys.ts'
import styles from './Keys.module.css'
import { type Opened, useAddPasskey } from './keys.api.ts'
import { keysText, passkeyText as text } from './keys.text.ts'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

export function NewPasskey({ opened, keys, onDone }: { opened: Opened; keys: MyKeys; onDone: () => void }) {
  const adding = useAddPasskey(opened, keys)
  return (
    <Step title={text.title}>
      <Text size="sm">{text.intro}</Text>
      <Trouble error={adding.error} />
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
    </Step>
  )
}
