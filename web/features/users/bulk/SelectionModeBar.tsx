import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { usersText as text } from '#texts/users.ts'

/** Button on phones that switches the selection mode, beside the checkbox that selects all rows. */
export function SelectionModeBar({
  isSelecting,
  selectAll,
  onToggle,
}: {
  isSelecting: boolean
  selectAll: ReactNode
  onToggle: () => void
}) {
  return (
    <Group justify="space-between" mb="xs" pl={14}>
      {isSelecting && selectAll}
      <Button variant="subtle" size="compact-sm" ml="auto" onClick={onToggle}>
        {isSelecting ? text.chooseDone : text.choose}
      </Button>
    </Group>
  )
}
