import { ActionIcon } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { usersText as text } from '#texts/users.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { BulkActionBar } from './BulkActionBar.tsx'
import { buildRowCheckboxColumn } from './row-checkbox-column.tsx'
import { SelectAllMatchingUsersBar } from './SelectAllMatchingUsersBar.tsx'
import { SelectionModeBar } from './SelectionModeBar.tsx'
import { useSelectedOrMatchingUsers } from './use-selected-or-matching-users.ts'

/** Hook for the selection of users in a list: checkbox column, controls for phones, and the bar with actions. */
export function useUserSelection({
  user,
  rows,
  filter,
  total,
}: {
  user: CurrentUser
  rows: UserRow[]
  /** Filter of the shown user list, used to select all users of the list, including those on other pages. */
  filter: UserFilter
  total: { count: number; text?: string }
}) {
  const isPhone = useIsPhone()
  /** Selection mode of a user list on phones: a tap selects the row instead of opening it. */
  const [isSelecting, setSelecting] = useState(false)
  const { selectedIds, selectedRows, matched, select, selectMatching } = useSelectedOrMatchingUsers(
    rows,
    JSON.stringify(filter),
  )
  // A user without the permission `users.export` may perform no bulk action.
  if (!can(user, 'users.export')) return { columns: [], button: null, bar: null }
  const column = buildRowCheckboxColumn(rows, selectedIds, select)
  const isPageSelected = rows.length > 0 && selectedIds.length === rows.length
  const mayReject =
    can(user, 'users.reject') &&
    (matched ? filter.status === 'pending' : selectedRows.some(({ status }) => status === 'pending'))
  const toggleSelecting = () => {
    select([])
    setSelecting(!isSelecting)
  }
  return {
    columns: [column],
    tick: (row: UserRow) => isPhone && isSelecting && column.cell(row),
    button: isPhone && !isSelecting && rows.length > 1 && (
      <ActionIcon variant="default" size={36} aria-label={text.choose} onClick={toggleSelecting}>
        <IconListCheck size={18} aria-hidden />
      </ActionIcon>
    ),
    bar: (
      <>
        {isPhone && isSelecting && (
          <SelectionModeBar isSelecting selectAll={column.header} onToggle={toggleSelecting} />
        )}
        {isPageSelected && !matched && total.text && total.count > rows.length && (
          <SelectAllMatchingUsersBar filter={filter} total={total.text} onSelect={selectMatching} />
        )}
        <BulkActionBar user={user} people={matched ?? selectedRows} mayReject={mayReject} onDone={select} />
      </>
    ),
  }
}
