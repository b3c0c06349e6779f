import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { ActionIcon, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { UserRow } from '#shared/contracts/users.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { LatePopover } from '#web/ui/Late.tsx'
import type { Column } from '#web/ui/ListTable.tsx'
import { type Look, pageSizes } from './users.search.ts'
import { usersText as text } from './users.text.ts'

/** Menu that selects the visible columns and the page size. The first column, the user's name, cannot be hidden. */
export function LookMenu({
  columns,
  options,
  onChange,
}: {
  columns: Column<UserRow>[]
  options: Look
  onChange: (change: Look) => void
}) {
  const hiddenColumns = columnsLeftOut(options)
  const toggle = (name: string, isShown: boolean) => {
    const next = isShown ? hiddenColumns.filter(other => other !== name) : [...hiddenColumns, name]
    onChange({ without: next.join(',') || undefined })
  }
  return (
    <Hint label={text.look}>
      <LatePopover
        label={text.look}
        width={240}
        button={
          <ActionIcon variant="default" size={36} aria-label={text.look}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {() => (
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              {text.columns}
            </Text>
            {columns.map(({ title, sort = '' }, index) => (
              <Checkbox
                key={title}
                label={title}
                disabled={index === 0}
                checked={!hiddenColumns.includes(sort)}
                onChange={event => toggle(sort, event.currentTarget.checked)}
              />
            ))}
            <NativeSelect
              label={text.pageSize}
              data={pageSizes.map(String)}
              value={String(options.size ?? pageSizes[0])}
              onChange={event =>
                onChange({ size: pageSizes.find(size => String(size) === event.currentTarget.value) })
              }
            />
          </Stack>
        )}
      </LatePopover>
    </Hint>
  )
}

/** Lists the hidden columns, identified by their sort key. */
export function columnsLeftOut({ without }: Look): string[] {
  return without?.split(',') ?? []
}
