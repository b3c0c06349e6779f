import { Button, Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { filterText as text } from '#texts/lists.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './FilterSheet.module.css'

/** Panel with a list's filters at the bottom of the screen. Its button shows the number of results. */
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
      {/* The buttons stay visible, however long the list of filters is. */}
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
