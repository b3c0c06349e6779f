import { Button, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The further filters of a list, behind a button. */
export function FilterButton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover position="bottom-end" width={330} trapFocus shadow="md" transitionProps={{ duration: 150 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
