import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { usersText as text } from '#texts/users.ts'
import type { Column } from '#web/ui/list/ListTable.tsx'

/** Builds the table column for selection: one checkbox per row, and one in the header for the whole page. */
export function buildRowCheckboxColumn(
  rows: UserRow[],
  selectedIds: number[],
  setSelectedIds: (ids: number[]) => void,
): Column<UserRow> {
  const isAll = rows.length > 0 && selectedIds.length === rows.length
  return {
    title: '',
    width: '40px',
    hasNoLabel: true,
    header: (
      <Checkbox
        aria-label={text.selectAll}
        checked={isAll}
        indeterminate={selectedIds.length > 0 && !isAll}
        onChange={event => setSelectedIds(event.currentTarget.checked ? rows.map(({ id }) => id) : [])}
      />
    ),
    cell: ({ id, fullName }) => (
      <Checkbox
        aria-label={text.select({ name: fullName })}
        checked={selectedIds.includes(id)}
        onChange={event =>
          setSelectedIds(
            event.currentTarget.checked ? [...selectedIds, id] : selectedIds.filter(other => other !== id),
          )
        }
      />
    ),
  }
}
