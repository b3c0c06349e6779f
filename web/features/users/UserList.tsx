import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { showNumber } from '#web/lib/format.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { UserFilters } from './UserFilters.tsx'
import { type UserFilter, userPageSize, type useUsers } from './users.api.ts'
import { usersText } from './users.text.ts'

/** What the page around a list gives it: whose eyes, what is filtered, and what to do when that changes. */
export interface UserListProps {
  user: CurrentUser
  filter: UserFilter
  page: number
  onFilter: (change: UserFilter) => void
  onPage: (page: number) => void
  onView: (id: number) => void
}

/** Filters, what they found, the table and its pages. `children`: further filters of this list. */
export function UserList({
  caption,
  empty,
  columns,
  query,
  withStatus = false,
  children,
  user,
  filter,
  page,
  onFilter,
  onPage,
}: Omit<UserListProps, 'onView'> & {
  caption: string
  empty: string
  columns: Column<UserRow>[]
  query: ReturnType<typeof useUsers>
  withStatus?: boolean
  children?: ReactNode
}) {
  const { total = 0, isCapped = false } = query.data ?? {}
  const found = query.data && usersText.found(`${showNumber(total)}${isCapped ? '+' : ''}`)
  return (
    <>
      <UserFilters {...{ user, filter, found, withStatus, onChange: onFilter }}>{children}</UserFilters>
      <ListTable caption={caption} columns={columns} query={query} empty={empty} />
      <Pager
        list={caption}
        page={page}
        pageSize={userPageSize}
        total={total}
        isCapped={isCapped}
        onChange={onPage}
      />
    </>
  )
}
