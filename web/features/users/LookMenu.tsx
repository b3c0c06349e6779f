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

/** Which columns, and how many rows a page. Who it is about always stands there. */
export function LookMenu({
  columns,
  look,
  onLook,
}: {
  columns: Column<UserRow>[]
  look: Look
  onLook: (change: Look) => void
}) {
  const left = columnsLeftOut(look)
  const toggle = (name: string, isShown: boolean) => {
    const next = isShown ? left.filter(other => other !== name) : [...left, name]
    onLook({ without: next.join(',') || undefined })
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
                checked={!left.includes(sort)}
                onChange={event => toggle(sort, event.currentTarget.checked)}
              />
            ))}
            <NativeSelect
              label={text.pageSize}
              data={pageSizes.map(String)}
              value={String(look.size ?? pageSizes[0])}
              onChange={event =>
                onLook({ size: pageSizes.find(size => String(size) === event.currentTarget.value) })
              }
            />
          </Stack>
        )}
      </LatePopover>
    </Hint>
  )
}

/** By what they are put in order by. */
export function columnsLeftOut({ without }: Look): string[] {
  return without?.split(',') ?? []
}
