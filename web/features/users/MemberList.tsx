import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { showNumber } from '#web/lib/format.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { PersonCell, RoleBadge, TwoLines } from './PersonCell.tsx'
import { UserActions } from './UserActions.tsx'
import { UserFilters } from './UserFilters.tsx'
import { type UserFilter, userPageSize, useUsers } from './users.api.ts'
import { usersText as text } from './users.text.ts'

function columnsFor(user: CurrentUser, onView: (id: number) => void): Column<UserRow>[] {
  return [
    { title: text.member, width: '25%', isBare: true, cell: row => <PersonCell person={row} /> },
    {
      title: text.membershipNumber,
      width: '13%',
      cell: row => <span className="tabular">{row.membershipNumber ?? text.none}</span>,
    },
    {
      title: text.study,
      width: '19%',
      cell: row => <TwoLines first={row.institution} second={row.course} />,
    },
    { title: text.country, width: '12%', cell: row => row.currentCountry ?? text.none },
    { title: text.role, width: '13%', cell: row => <RoleBadge role={row.role} /> },
    { title: text.status, width: '9%', cell: row => <StatusBadge status={row.status} /> },
    {
      title: text.actions,
      width: '9%',
      isBare: true,
      cell: row => <UserActions user={user} person={row} onView={() => onView(row.id)} />,
    },
  ]
}

/** Active members within reach: who, where, what they study. */
export function MemberList({
  user,
  filter,
  page,
  onFilter,
  onPage,
  onView,
}: {
  user: CurrentUser
  filter: UserFilter
  page: number
  onFilter: (change: UserFilter) => void
  onPage: (page: number) => void
  onView: (id: number) => void
}) {
  const shown = { ...filter, status: undefined }
  const query = useUsers({ ...shown, status: 'active' }, page, 'fullName')
  const { total = 0, isCapped = false } = query.data ?? {}
  return (
    <>
      <UserFilters
        user={user}
        filter={{ ...shown }}
        found={query.data && text.found(`${showNumber(total)}${isCapped ? '+' : ''}`)}
        onChange={onFilter}
      />
      <ListTable
        caption={text.members}
        columns={columnsFor(user, onView)}
        query={query}
        empty={text.emptyMembers}
      />
      <Pager
        list={text.members}
        page={page}
        pageSize={userPageSize}
        total={total}
        isCapped={isCapped}
        onChange={onPage}
      />
    </>
  )
}
