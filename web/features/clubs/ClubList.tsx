import { ActionIcon, Anchor, Button, NativeSelect } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { clubStatuses, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClubRow } from '#shared/contracts/clubs.ts'
import { can } from '#shared/policies.ts'
import { focusLater } from '#web/lib/focus.ts'
import { showDay, showNumber } from '#web/lib/format.ts'
import { oneOf } from '#web/lib/search.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ClubDialog } from './ClubDialog.tsx'
import { ClubFigures } from './ClubFigures.tsx'
import styles from './Clubs.module.css'
import { clubPageSize, useClubSummary, useClubs } from './clubs.api.ts'
import type { ClubFilter } from './clubs.search.ts'
import { clubsText as text } from './clubs.text.ts'

const editId = (id: number) => `edit-${id}`
const createId = 'create-club'
const noFilter: ClubFilter = { search: undefined, country: undefined, status: undefined }
const statusChoices = [
  { value: '', label: text.allStatuses },
  ...Object.entries(text.statuses).map(([value, label]) => ({ value, label })),
]

function columnsFor(onEdit: ((club: ClubRow) => void) | undefined): Column<ClubRow>[] {
  const columns: Column<ClubRow>[] = [
    {
      title: text.name,
      width: '31%',
      isBare: true,
      cell: club => (
        <div className={styles.lines}>
          <div className={styles.name} title={club.name}>
            <Anchor
              inherit
              renderRoot={props => <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />}
            >
              {club.name}
            </Anchor>
          </div>
          {club.description && (
            <div className={styles.muted} title={club.description}>
              {club.description}
            </div>
          )}
        </div>
      ),
    },
    {
      title: text.place,
      width: '17%',
      cell: club => (
        <div className={styles.lines}>
          <div>{club.country}</div>
          {club.city && <div className={styles.muted}>{club.city}</div>}
        </div>
      ),
    },
    { title: text.university, width: '19%', cell: club => club.university ?? text.none },
    {
      title: text.members,
      width: '8%',
      cell: club => <span className="tabular">{showNumber(club.memberCount)}</span>,
    },
    {
      title: text.status,
      width: '11%',
      cell: club => <StatusBadge status={club.isActive ? 'active' : 'inactive'} />,
    },
    {
      title: text.created,
      width: '13%',
      cell: club => <span className="tabular">{showDay(club.createdAt)}</span>,
    },
  ]
  if (!onEdit) return columns
  return [
    ...columns,
    {
      title: text.actions,
      width: '88px',
      isBare: true,
      cell: club => (
        <ActionIcon
          id={editId(club.id)}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.edit(club.name)}
          onClick={() => onEdit(club)}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}

export function ClubList({
  user,
  filter,
  page,
  onFilter,
  onPage,
}: {
  user: CurrentUser
  filter: ClubFilter
  page: number
  onFilter: (change: ClubFilter) => void
  onPage: (page: number) => void
}) {
  const query = useClubs(filter, page)
  const { data: summary, isPending } = useClubSummary()
  const [editing, setEditing] = useState<ClubRow | 'new'>()
  const mayManage = can(user, 'clubs.manage')
  const isFiltered = Object.values(filter).some(Boolean)
  const search = useCallback((value: string) => onFilter({ search: value || undefined }), [onFilter])
  const countryChoices = [
    { value: '', label: text.allCountries(summary?.total ?? 0) },
    ...(summary?.byCountry ?? []).map(({ country, count }) => ({
      value: country,
      label: text.countryCount(country, count),
    })),
  ]
  const list = (
    <>
      <div className={styles.bar}>
        <SearchField
          label={text.search}
          className={styles.search}
          value={filter.search ?? ''}
          onChange={search}
        />
        <NativeSelect
          aria-label={text.country}
          data={countryChoices}
          value={filter.country ?? ''}
          onChange={event => onFilter({ country: oneOf(countries, event.currentTarget.value) })}
        />
        <NativeSelect
          aria-label={text.status}
          data={statusChoices}
          value={filter.status ?? ''}
          onChange={event => onFilter({ status: oneOf(clubStatuses, event.currentTarget.value) })}
        />
        {mayManage && (
          <Button
            id={createId}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {text.create}
          </Button>
        )}
      </div>
      <ListTable
        caption={text.list}
        columns={columnsFor(mayManage ? setEditing : undefined)}
        query={query}
        empty={text.empty}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {text.clearFilters}
            </Button>
          )
        }
        pages={{ page, pageSize: clubPageSize, onChange: onPage }}
      />
    </>
  )
  return (
    <>
      <ClubFigures
        country={filter.country}
        onCountry={country => onFilter({ country: oneOf(countries, country) })}
      />
      {/* Not before it has its place: how many countries stand above it is not known until then. */}
      {!isPending && list}
      {editing && (
        <ClubDialog
          club={editing === 'new' ? undefined : editing}
          onClose={() => {
            setEditing(undefined)
            focusLater(editing === 'new' ? createId : editId(editing.id))
          }}
        />
      )}
    </>
  )
}
