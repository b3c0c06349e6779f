import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { OpenKeys } from '#web/lib/e2ee/my-keys.ts'
import styles from './Keys.module.css'
import { useAddPasskey } from './keys.api.ts'
import { passkeyText as text } from './keys.text.ts'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

/** While the keys are open anyway: one more way to them, for whoever wants it. */
export function PasskeyOffer({ opened, onDone }: { opened: OpenKeys; onDone: () => void }) {
  const adding = useAddPasskey()
  return (
    <Step title={text.title}>
      <Text size="sm">{text.ready}</Text>
      <Text size="sm">{text.intro}</Text>
      <Trouble error={adding.error} />
      <div className={styles.actions}>
        <Button
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={adding.isPending}
          onClick={() => adding.mutate(opened, { onSuccess: onDone })}
        >
          {adding.isPending ? text.adding : text.add}
        </Button>
        <Button variant="subtle" disabled={adding.isPending} onClick={onDone}>
          {text.skip}
        </Button>
      </div>
    </Step>
  )
}
