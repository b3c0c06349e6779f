import { NativeSelect } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users.ts'
import { roleLabels } from '#shared/labels.ts'
import { showDay } from '#web/lib/format.ts'
import type { Column } from '#web/ui/ListTable.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { PersonCell, RoleBadge } from './PersonCell.tsx'
import { UserList, type UserListProps } from './UserList.tsx'
import styles from './Users.module.css'
import { useUsers } from './users.api.ts'
import { usersText as text } from './users.text.ts'

const roleChoices = [
  { value: '', label: text.allRoles },
  ...Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
]

const columns: Column<UserRow>[] = [
  { title: text.user, width: '30%', isBare: true, cell: row => <PersonCell person={row} /> },
  {
    title: text.membershipNumber,
    width: '14%',
    cell: row => <span className="tabular">{row.membershipNumber ?? text.none}</span>,
  },
  { title: text.role, width: '18%', cell: row => <RoleBadge role={row.role} /> },
  { title: text.status, width: '13%', cell: row => <StatusBadge status={row.status} /> },
  {
    title: text.created,
    width: '14%',
    cell: row => <span className="tabular">{showDay(row.createdAt)}</span>,
  },
]

/** Everybody with an account, whatever its state, the newest first. */
export function AllUsers(props: UserListProps) {
  const { filter, onFilter } = props
  return (
    <UserList
      {...props}
      caption={text.users}
      empty={text.emptyUsers}
      columns={columns}
      query={useUsers(filter, props.page, '-createdAt')}
      withStatus
    >
      <NativeSelect
        className={styles.choice}
        aria-label={text.role}
        data={roleChoices}
        value={filter.role ?? ''}
        onChange={event => onFilter({ role: event.currentTarget.value || undefined })}
      />
    </UserList>
  )
}
