import { NativeSelect } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { roleLabels } from '#shared/labels.ts'
import { showDay, showNumber } from '#web/lib/format.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { PersonCell, RoleBadge } from './PersonCell.tsx'
import { UserActions } from './UserActions.tsx'
import { UserFilters } from './UserFilters.tsx'
import styles from './Users.module.css'
import { type UserFilter, userPageSize, useUsers } from './users.api.ts'
import { usersText as text } from './users.text.ts'

const roleChoices = [
  { value: '', label: text.allRoles },
  ...Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
]

function columnsFor(user: CurrentUser, onView: (id: number) => void): Column<UserRow>[] {
  return [
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
    {
      title: text.actions,
      width: '11%',
      isBare: true,
      cell: row => <UserActions user={user} person={row} onView={() => onView(row.id)} />,
    },
  ]
}

/** Everybody with an account, whatever its state, the newest first. */
export function AllUsers({
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
  const query = useUsers(filter, page, '-createdAt')
  const { total = 0, isCapped = false } = query.data ?? {}
  return (
    <>
      <UserFilters
        user={user}
        filter={filter}
        found={query.data && text.found(`${showNumber(total)}${isCapped ? '+' : ''}`)}
        withStatus
        onChange={onFilter}
      >
        <NativeSelect
          className={styles.choice}
          aria-label={text.role}
          data={roleChoices}
          value={filter.role ?? ''}
          onChange={event => onFilter({ role: event.currentTarget.value || undefined })}
        />
      </UserFilters>
      <ListTable
        caption={text.users}
        columns={columnsFor(user, onView)}
        query={query}
        empty={text.emptyUsers}
      />
      <Pager
        list={text.users}
        page={page}
        pageSize={userPageSize}
        total={total}
        isCapped={isCapped}
        onChange={onPage}
      />
    </>
  )
}
