import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { focusLater } from '#web/lib/focus.ts'
import { totalOf } from '#web/lib/pages.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { PersonRow } from './PersonRow.tsx'
import { actionsId, UserActions } from './UserActions.tsx'
import { type Acting, UserDialogs } from './UserDialogs.tsx'
import { UserFilters } from './UserFilters.tsx'
import { userPageSize, type useUsers } from './users.api.ts'
import type { UserFilter } from './users.search.ts'
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

const noFilter: UserFilter = {
  search: undefined,
  country: undefined,
  clubId: undefined,
  role: undefined,
  status: undefined,
  educationLevel: undefined,
  institution: undefined,
  from: undefined,
  to: undefined,
}

/** Filters, what they found, the table and its pages. */
export function UserList({
  caption,
  empty,
  columns,
  query,
  of,
  exported,
  user,
  filter,
  page,
  onFilter,
  onPage,
  onView,
}: UserListProps & {
  caption: string
  empty: string
  columns: Column<UserRow>[]
  query: ReturnType<typeof useUsers>
  of: 'members' | 'users'
  exported?: UserFilter
}) {
  const [acting, setActing] = useState<Acting>()
  const actions: Column<UserRow> = {
    title: usersText.actions,
    width: '104px',
    isBare: true,
    cell: person => (
      <UserActions
        user={user}
        person={person}
        onView={() => onView(person.id)}
        onAct={kind => setActing({ kind, person })}
      />
    ),
  }
  const isFiltered = Object.keys(noFilter).some(name => filter[name as keyof UserFilter])
  return (
    <>
      <UserFilters
        user={user}
        filter={filter}
        of={of}
        found={totalOf(query.data)}
        exported={exported}
        onChange={onFilter}
        onClear={() => onFilter({ ...noFilter, search: filter.search })}
      />
      <ListTable
        caption={caption}
        columns={[...columns, actions]}
        phoneRow={person => <PersonRow person={person} onView={onView} />}
        query={query}
        empty={empty}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {usersText.clear}
            </Button>
          )
        }
        pages={{ page, pageSize: userPageSize, onChange: onPage }}
      />
      {acting && (
        <UserDialogs
          user={user}
          acting={acting}
          onClose={() => {
            setActing(undefined)
            focusLater(actionsId(acting.person.id))
          }}
        />
      )}
    </>
  )
}
