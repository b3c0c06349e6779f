import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { usersText as text } from '#texts/users.ts'
import { UserRoleAndTagsCell } from '#web/features/users/decisions/UserRoleAndTagsCell.tsx'
import { PersonNameAndEmail } from '#web/features/users/PersonNameAndEmail.tsx'
import styles from '#web/features/users/Users.module.css'
import { useUsers } from '#web/features/users/users.api.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import type { Column } from '#web/ui/list/ListTable.tsx'
import { UserList, type UserListProps } from './UserList.tsx'

const getAllUsersColumns = (user: CurrentUser, tagsOf: (id: number) => string[]): Column<UserRow>[] => [
  {
    title: text.user,
    sort: 'fullName',
    hasNoLabel: true,
    cell: row => <PersonNameAndEmail person={row} />,
  },
  {
    title: text.membershipNumber,
    sort: 'membershipNumber',
    width: '132px',
    isHiddenWhenNarrow: true,
    cell: row => <span className={`tabular ${styles.whole}`}>{row.membershipNumber ?? text.none}</span>,
  },
  {
    title: text.role,
    sort: 'role',
    width: '17%',
    cell: row => <UserRoleAndTagsCell user={user} person={row} tags={tagsOf(row.id)} />,
  },
  { title: text.status, sort: 'status', width: '112px', cell: row => <StatusBadge status={row.status} /> },
  {
    title: text.created,
    sort: 'createdAt',
    width: '128px',
    isHiddenWhenNarrow: true,
    cell: row => <span className={`tabular ${styles.whole}`}>{formatDate(row.createdAt)}</span>,
  },
]

/** Table of all accounts in every status, newest first by default. */
export function AllUsersList(props: UserListProps) {
  const { sort = '-createdAt' } = props.look
  return (
    <UserList
      {...props}
      of="users"
      caption={text.users}
      empty={text.emptyUsers}
      columns={tagsOf => getAllUsersColumns(props.user, tagsOf)}
      sort={sort}
      query={useUsers(props.filter, props.page, sort, props.look)}
    />
  )
}
