import type { UserRow } from '#shared/contracts/users.ts'
import type { Column } from '#web/ui/ListTable.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { PersonCell, RoleBadge, TwoLines } from './PersonCell.tsx'
import { UserList, type UserListProps } from './UserList.tsx'
import { useUsers } from './users.api.ts'
import type { UserFilter } from './users.search.ts'
import { usersText as text } from './users.text.ts'

const columns: Column<UserRow>[] = [
  { title: text.member, width: '25%', isBare: true, cell: row => <PersonCell person={row} /> },
  {
    title: text.membershipNumber,
    width: '14%',
    cell: row => <span className="tabular">{row.membershipNumber ?? text.none}</span>,
  },
  {
    title: text.study,
    width: '18%',
    cell: row => <TwoLines first={row.institution} second={row.course} />,
  },
  { title: text.country, width: '12%', cell: row => row.currentCountry ?? text.none },
  { title: text.role, width: '13%', cell: row => <RoleBadge role={row.role} /> },
  { title: text.status, width: '9%', cell: row => <StatusBadge status={row.status} /> },
]

/** Active members within reach: who, where, what they study. */
export function MemberList(props: UserListProps) {
  const active: UserFilter = { ...props.filter, status: 'active' }
  return (
    <UserList
      {...props}
      of="members"
      caption={text.members}
      empty={text.emptyMembers}
      columns={columns}
      exported={active}
      query={useUsers(active, props.page, 'fullName')}
    />
  )
}
