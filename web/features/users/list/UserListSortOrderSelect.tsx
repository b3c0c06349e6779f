import { NativeSelect } from '@mantine/core'
import type { UserSort } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { usersText as text } from '#texts/users.ts'
import type { Column } from '#web/ui/list/ListTable.tsx'

/** Select for the sort order on phones, where lists have no table header. It lists each column in both directions. */
export function UserListSortOrderSelect({
  columns,
  sort,
  onSort,
}: {
  columns: Column<UserRow>[]
  sort: UserSort
  onSort: (sort: UserSort) => void
}) {
  const choices = columns.flatMap(({ title, sort: name }) =>
    name
      ? [`${name}`, `-${name}`].map(value => ({ value, label: value === name ? `${title} ↑` : `${title} ↓` }))
      : [],
  )
  return (
    <NativeSelect
      label={text.sort}
      data={choices}
      value={sort}
      onChange={event => onSort(event.currentTarget.value as UserSort)}
    />
  )
}
