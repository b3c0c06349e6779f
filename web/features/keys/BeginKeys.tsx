import { Button, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { HelpLink } from './HelpLink.tsx'
import styles from './Keys.module.css'
import type { usePrepareKeys } from './keys.api.ts'
import { beginText as text } from './keys.text.ts'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

/** Somebody who has never had keys. */
export function BeginKeys({ preparing }: { preparing: ReturnType<typeof usePrepareKeys> }) {
  return (
    <Step title={text.title} isFirst>
      <Text size="sm">{text.intro}</Text>
      <Trouble error={preparing.error} />
      <div className={styles.actions}>
        <Button
          leftSection={<IconKey size={18} aria-hidden />}
          disabled={preparing.isPending}
          onClick={() => preparing.mutate(1)}
        >
          {preparing.isPending ? text.beginning : text.begin}
        </Button>
        <HelpLink />
      </div>
    </Step>
  )
}
