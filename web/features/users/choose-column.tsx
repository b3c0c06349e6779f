import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users.ts'
import type { Column } from '#web/ui/ListTable.tsx'
import { usersText as text } from './users.text.ts'

/** A box to tick for each row, and in the head one for all. */
export function chooseColumn(
  rows: UserRow[],
  chosen: number[],
  setChosen: (ids: number[]) => void,
): Column<UserRow> {
  const isAll = rows.length > 0 && chosen.length === rows.length
  return {
    title: '',
    width: '44px',
    isBare: true,
    head: (
      <Checkbox
        aria-label={text.selectAll}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={event => setChosen(event.currentTarget.checked ? rows.map(({ id }) => id) : [])}
      />
    ),
    cell: ({ id, fullName }) => (
      <Checkbox
        aria-label={text.select(fullName)}
        checked={chosen.includes(id)}
        onChange={event =>
          setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter(other => other !== id))
        }
      />
    ),
  }
}
