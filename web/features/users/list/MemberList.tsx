import { Text } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { usersText as text } from '#texts/users.ts'
import { UserRoleAndTagsCell } from '#web/features/users/decisions/UserRoleAndTagsCell.tsx'
import { PersonNameAndEmail, TwoLineCell } from '#web/features/users/PersonNameAndEmail.tsx'
import styles from '#web/features/users/Users.module.css'
import { useUsers } from '#web/features/users/users.api.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import type { Column } from '#web/ui/list/ListTable.tsx'
import { UserList, type UserListProps } from './UserList.tsx'

const getMemberColumns = (user: CurrentUser, tagsOf: (id: number) => string[]): Column<UserRow>[] => [
  {
    title: text.member,
    sort: 'fullName',
    hasNoLabel: true,
    cell: row => <PersonNameAndEmail person={row} />,
  },
  {
    title: text.membershipNumber,
    sort: 'membershipNumber',
    width: '116px',
    cell: row => <span className={`tabular ${styles.whole}`}>{row.membershipNumber ?? text.none}</span>,
  },
  {
    title: text.study,
    sort: 'institution',
    width: '168px',
    isHiddenWhenNarrow: true,
    cell: row => <TwoLineCell first={row.institution} second={row.course} />,
  },
  {
    title: text.country,
    sort: 'currentCountry',
    width: '84px',
    isHiddenWhenNarrow: true,
    cell: row => (
      <Text span inherit display="block" fz={13} lh={1.3}>
        {getCountryName(row.currentCountry) ?? text.none}
      </Text>
    ),
  },
  {
    title: text.role,
    sort: 'role',
    width: '134px',
    cell: row => <UserRoleAndTagsCell user={user} person={row} tags={tagsOf(row.id)} />,
  },
  {
    title: text.status,
    sort: 'status',
    width: '76px',
    isHiddenWhenNarrow: true,
    cell: row => <StatusBadge status={row.status} />,
  },
]

/** Table of the active members whom the current user may see, with country and studies. */
export function MemberList(props: UserListProps) {
  const { sort = 'fullName' } = props.look
  const active: UserFilter = { ...props.filter, status: 'active' }
  return (
    <UserList
      {...props}
      of="members"
      caption={text.members}
      empty={text.emptyMembers}
      columns={tagsOf => getMemberColumns(props.user, tagsOf)}
      exported={active}
      sort={sort}
      query={useUsers(active, props.page, sort, props.look)}
    />
  )
}
