import { Badge, Button, Drawer, Popover, Stack } from '@mantine/core'
import '@mantine/core/styles/Badge.css'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePhone } from '#web/lib/phone.ts'
import styles from './FilterButton.module.css'

const text = {
  filter: 'Tapis',
  clear: 'Kosongkan',
  show: (found?: string) => (found ? `Tunjukkan ${found} hasil` : 'Tunjukkan'),
}

interface Props {
  /** How many filters are set. */
  active: number
  /** How many the filters find, as they stand. */
  found?: string
  onClear: () => void
  children: ReactNode
}

/** From below, where the thumb is; what it finds is counted while one chooses. */
function FilterSheet({ active, found, onClear, children }: Props) {
  const [isOpen, sheet] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <Badge circle>{active}</Badge>}
        onClick={sheet.open}
      >
        {text.filter}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        title={text.filter}
        classNames={{ content: styles.sheet, body: styles.body }}
      >
        <Stack gap="sm">{children}</Stack>
        <div className={styles.foot}>
          <Button variant="default" onClick={onClear}>
            {text.clear}
          </Button>
          <Button aria-live="polite" onClick={sheet.close}>
            {text.show(found)}
          </Button>
        </div>
      </Drawer>
    </>
  )
}

/** The filters of a list, behind a button. */
export function FilterButton(props: Props) {
  if (usePhone()) return <FilterSheet {...props} />
  return (
    <Popover position="bottom-end" width={330} trapFocus shadow="md" transitionProps={{ duration: 150 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />}>
          {text.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.filter}>
        <Stack gap="sm">{props.children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
