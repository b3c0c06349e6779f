import { ActionIcon, Anchor, Button, NativeSelect } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { clubStatuses, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import { can } from '#shared/policies.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementLater } from '#web/lib/document/focus.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { formatDate, formatNumber } from '#web/lib/format/format.ts'
import { formatTotal } from '#web/lib/query/paged-queries.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ClubFigures } from './ClubFigures.tsx'
import styles from './Clubs.module.css'
import { clubPageSize, useClubSummary, useClubs } from './clubs.api.ts'
import type { ClubFilter } from './clubs.search.ts'
import { clubsText as text } from './clubs.text.ts'

/** Loaded lazily, because the form's validation schemas are as large as the list's code. */
const ClubDialog = createLazyOverlay(async () => (await import('./ClubDialog.tsx')).ClubDialog)

const buildEditButtonId = (id: number) => `edit-${id}`
const createButtonId = 'create-club'
const noFilter: ClubFilter = { search: undefined, country: undefined, status: undefined }
const statusChoices = [
  { value: '', label: text.allStatuses },
  ...Object.entries(text.statuses).map(([value, label]) => ({ value, label })),
]

function buildColumns(onEdit: ((club: ClubRow) => void) | undefined): Column<ClubRow>[] {
  const columns: Column<ClubRow>[] = [
    {
      title: text.name,
      width: '31%',
      hasNoLabel: true,
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
    {
      title: text.university,
      width: '19%',
      isHiddenWhenNarrow: true,
      cell: club => club.university ?? text.none,
    },
    {
      title: text.members,
      width: '8%',
      cell: club => <span className="tabular">{formatNumber(club.memberCount)}</span>,
    },
    {
      title: text.status,
      width: '11%',
      cell: club => <StatusBadge status={club.isActive ? 'active' : 'inactive'} />,
    },
    {
      title: text.created,
      width: '13%',
      cell: club => <span className="tabular">{formatDate(club.createdAt)}</span>,
    },
  ]
  if (!onEdit) return columns
  return [
    ...columns,
    {
      title: text.actions,
      width: '88px',
      hasNoLabel: true,
      cell: club => (
        <ActionIcon
          id={buildEditButtonId(club.id)}
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

function ClubLine({ club }: { club: ClubRow }) {
  return (
    <ListRow
      lead={<ClubAvatar club={club} size={40} />}
      title={club.name}
      line={[club.city ?? club.country, text.memberCount(club.memberCount)].join(' · ')}
      badge={!club.isActive && <StatusBadge status="inactive" />}
      renderRoot={props => <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />}
    />
  )
}

export function ClubList({
  user,
  filter,
  page,
  isCreating,
  onFilter,
  onPage,
  onCreate,
}: {
  user: CurrentUser
  filter: ClubFilter
  page: number
  /** Whether the dialog that creates a club is open. */
  isCreating: boolean
  onFilter: (change: ClubFilter) => void
  onPage: (page: number) => void
  onCreate: (isOpen: boolean) => void
}) {
  const query = useClubs(filter, page)
  const { data: summary, isPending } = useClubSummary()
  const [editing, setEditing] = useState<ClubRow>()
  const canManage = can(user, 'clubs.manage')
  const isPhone = useIsPhone()
  const isFiltered = Object.values(filter).some(Boolean)
  const search = useCallback((value: string) => onFilter({ search: value || undefined }), [onFilter])
  const countryChoices = [
    { value: '', label: text.allCountries(summary?.total ?? 0) },
    ...(summary?.byCountry ?? []).map(({ country, count }) => ({
      value: country,
      label: text.countryCount(country, count),
    })),
  ]
  const buildLabelProps = (label: string) => (isPhone ? { label } : { 'aria-label': label })
  const choices = (
    <>
      <NativeSelect
        {...buildLabelProps(text.country)}
        data={countryChoices}
        value={filter.country ?? ''}
        onChange={event => onFilter({ country: findAllowedValue(countries, event.currentTarget.value) })}
      />
      <NativeSelect
        {...buildLabelProps(text.status)}
        data={statusChoices}
        value={filter.status ?? ''}
        onChange={event => onFilter({ status: findAllowedValue(clubStatuses, event.currentTarget.value) })}
      />
    </>
  )
  const chips = [
    filter.country && {
      label: text.country,
      value: filter.country,
      onRemove: () => onFilter({ country: undefined }),
    },
    filter.status && {
      label: text.status,
      value: text.statuses[filter.status],
      onRemove: () => onFilter({ status: undefined }),
    },
  ].filter(chip => chip !== undefined)
  const list = (
    <>
      <div className={styles.bar}>
        <SearchField
          label={text.search}
          className={styles.search}
          value={filter.search ?? ''}
          onChange={search}
        />
        {isPhone ? (
          <FilterButton
            active={chips.length}
            found={formatTotal(query.data)}
            onClear={() => onFilter({ ...noFilter, search: filter.search })}
          >
            {choices}
          </FilterButton>
        ) : (
          choices
        )}
        {canManage && (
          <Button
            id={createButtonId}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onCreate(true)}
          >
            {text.create}
          </Button>
        )}
      </div>
      {isPhone && chips.length > 0 && (
        <div className={styles.chips}>
          <FilterChips chips={chips} />
        </div>
      )}
      <ListTable
        caption={text.list}
        columns={buildColumns(canManage ? setEditing : undefined)}
        phoneRow={club => <ClubLine club={club} />}
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
        onCountry={country => onFilter({ country: findAllowedValue(countries, country) })}
      />
      {/* The list is rendered after the country summary above it has loaded, so that it does not shift down. */}
      {!isPending && list}
      {editing && (
        <ClubDialog
          club={editing}
          onClose={() => {
            setEditing(undefined)
            focusElementLater(buildEditButtonId(editing.id))
          }}
        />
      )}
      {canManage && isCreating && (
        <ClubDialog
          onClose={() => {
            onCreate(false)
            focusElementLater(createButtonId)
          }}
        />
      )}
    </>
  )
}
