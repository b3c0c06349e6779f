import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { usersText as text } from '#texts/users.ts'

/**
 * Button on phones that switches the selection mode, beside a note on the list. In selection mode, the checkbox that
 * selects all rows takes the place of the note.
 */
export function SelectionModeBar({
  isSelecting,
  note,
  selectAll,
  onToggle,
}: {
  isSelecting: boolean
  note?: string
  selectAll: ReactNode
  onToggle: () => void
}) {
  return (
    <Group justify="space-between" pl={isSelecting ? 14 : 0}>
      {isSelecting ? (
        selectAll
      ) : (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" ml="auto" mr={-8} onClick={onToggle}>
        {isSelecting ? text.chooseDone : text.choose}
      </Button>
    </Group>
  )
}
