import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import styles from './Keys.module.css'
import type { usePrepareKeys } from './keys.api.ts'
import { renewText as text } from './keys.text.ts'
import { Trouble } from './Trouble.tsx'

/** Says what new keys mean before they are made. `isLost`: this device cannot open what was written before. */
export function RenewButton({
  label,
  variant,
  isLost,
  gen,
  preparing,
}: {
  label: string
  variant: 'subtle' | 'light'
  isLost: boolean
  gen: number
  preparing: ReturnType<typeof usePrepareKeys>
}) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant={variant} color="red" className={styles[variant]} onClick={dialog.open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={text.title}>
        <Stack>
          <ul className={styles.consequences}>
            {[...text.consequences, isLost ? text.unreadable : text.elsewhere].map(line => (
              <Text component="li" size="sm" key={line}>
                {line}
              </Text>
            ))}
          </ul>
          <Trouble error={preparing.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {text.cancel}
            </Button>
            <Button color="red" disabled={preparing.isPending} onClick={() => preparing.mutate(gen)}>
              {preparing.isPending ? text.submitting : text.submit}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
