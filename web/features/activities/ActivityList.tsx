import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { activityStatuses } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { activityStatusLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { focusLater } from '#web/lib/focus.ts'
import { totalOf } from '#web/lib/pages.ts'
import { usePhone } from '#web/lib/phone.ts'
import { oneOf } from '#web/lib/search.ts'
import { FilterButton } from '#web/ui/FilterButton.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import styles from './Activities.module.css'
import { ActivityCounters } from './ActivityCounters.tsx'
import { ActivityGrid } from './ActivityGrid.tsx'
import { useActivities, useClubChoices } from './activities.api.ts'
import type { ActivityFilter } from './activities.search.ts'
import { activitiesText as text } from './activities.text.ts'
import { ActivityDialog } from './LaterDialog.tsx'

const createId = 'create-activity'
const statusChoices = [
  { value: '', label: text.allStatuses },
  ...Object.entries(activityStatusLabels).map(([value, label]) => ({ value, label })),
]
const noFilter: ActivityFilter = { search: undefined, status: undefined, clubId: undefined }

export function ActivityList({
  user,
  filter,
  page,
  onFilter,
  onPage,
}: {
  user: CurrentUser
  filter: ActivityFilter
  page: number
  onFilter: (change: ActivityFilter) => void
  onPage: (page: number) => void
}) {
  const query = useActivities(filter, page)
  const clubs = useClubChoices().data ?? []
  const [isCreating, setCreating] = useState(false)
  const search = useCallback((value: string) => onFilter({ search: value || undefined }), [onFilter])
  const clubChoices = [
    { value: '', label: text.allClubs },
    ...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isPhone = usePhone()
  const named = (label: string) => (isPhone ? { label } : { 'aria-label': label })
  const choices = (
    <>
      <NativeSelect
        {...named(text.status)}
        data={statusChoices}
        value={filter.status ?? ''}
        onChange={event => onFilter({ status: oneOf(activityStatuses, event.currentTarget.value) })}
      />
      <NativeSelect
        {...named(text.club)}
        className={isPhone ? undefined : styles.clubChoice}
        data={clubChoices}
        value={filter.clubId ? String(filter.clubId) : ''}
        onChange={event => onFilter({ clubId: Number(event.currentTarget.value) || undefined })}
      />
    </>
  )
  const chips = [
    filter.status && {
      label: text.status,
      value: activityStatusLabels[filter.status],
      onRemove: () => onFilter({ status: undefined }),
    },
    filter.clubId && {
      label: text.club,
      value: clubs.find(({ id }) => id === filter.clubId)?.name ?? `#${filter.clubId}`,
      onRemove: () => onFilter({ clubId: undefined }),
    },
  ].filter(chip => typeof chip === 'object')
  const isFiltered = Boolean(filter.search || filter.status || filter.clubId)
  return (
    <>
      <ActivityCounters
        status={filter.status}
        onStatus={status => onFilter({ status: oneOf(activityStatuses, status) })}
      />
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
            found={totalOf(query.data)}
            onClear={() => onFilter({ ...noFilter, search: filter.search })}
          >
            {choices}
          </FilterButton>
        ) : (
          choices
        )}
        {can(user, 'activities.manage') && (
          <Button
            id={createId}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setCreating(true)}
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
      <ActivityGrid
        user={user}
        query={query}
        page={page}
        onPage={onPage}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {text.clearFilters}
            </Button>
          )
        }
      />
      {isCreating && (
        <ActivityDialog
          user={user}
          onClose={() => {
            setCreating(false)
            focusLater(createId)
          }}
        />
      )}
    </>
  )
}
