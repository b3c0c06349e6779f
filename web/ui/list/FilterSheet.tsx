import { Button, Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { filterText as text } from '#texts/lists.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './FilterSheet.module.css'

/** Bottom sheet with a list's filters. Its button shows the number of results while the user chooses. */
export function FilterSheet({
  title,
  found,
  isOpen,
  onClear,
  onClose,
  children,
}: {
  title: string
  found?: string
  isOpen: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      classNames={{ content: styles.sheet, body: styles.body }}
    >
      <Stack gap="sm">{children}</Stack>
      {/* The sheet's buttons stay in reach however long the list of filters is. */}
      <Columns
        template="auto 1fr"
        gap={12}
        pos="sticky"
        bottom={0}
        bg="var(--mantine-color-body)"
        style={{ zIndex: 1 }}
        className={styles.foot}
      >
        <Button variant="default" onClick={onClear}>
          {text.clear}
        </Button>
        <Button aria-live="polite" onClick={onClose}>
          {found ? text.showFound({ found }) : text.show}
        </Button>
      </Columns>
    </Drawer>
  )
}
