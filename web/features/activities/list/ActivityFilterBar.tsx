import { Group } from '@mantine/core'
import { useCallback } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { activitiesText as text } from '#texts/activities.ts'
import type { ActivityFilter } from '#web/features/activities/activities.search.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import { ActivityListFilters, useActivityFilterChips } from './ActivityListFilters.tsx'
import { CreateActivityButton } from './CreateActivityButton.tsx'

export const noFilter: ActivityFilter = { search: undefined, status: undefined, clubId: undefined }

/** Search field, filters and create button above the list of activities. Phones open the filters in a sheet. */
export function ActivityFilterBar({
  user,
  filter,
  found,
  onFilter,
}: {
  user: CurrentUser
  filter: ActivityFilter
  /** Number of activities that match the filter, formatted for display. */
  found: string | undefined
  onFilter: (change: ActivityFilter) => void
}) {
  const isPhone = useIsPhone()
  const chips = useActivityFilterChips(filter, onFilter)
  const updateSearch = useCallback(
    (searchText: string) => onFilter({ search: searchText || undefined }),
    [onFilter],
  )
  return (
    <>
      <Group gap={8} mb={{ base: 8, sm: 12 }} wrap={isPhone ? 'nowrap' : 'wrap'}>
        <SearchField
          label={text.search}
          placeholder={isPhone ? text.searchBriefly : text.search}
          flex={isPhone ? '1 1 0' : '1 1 200px'}
          value={filter.search ?? ''}
          onChange={updateSearch}
        />
        {isPhone ? (
          <FilterButton
            active={chips.length}
            found={found}
            onClear={() => onFilter({ ...noFilter, search: filter.search })}
          >
            <ActivityListFilters filter={filter} onFilter={onFilter} isPhone />
          </FilterButton>
        ) : (
          <ActivityListFilters filter={filter} onFilter={onFilter} />
        )}
        {can(user, 'activities.manage') && <CreateActivityButton user={user} />}
      </Group>
      {isPhone && <FilterChips chips={chips} />}
    </>
  )
}
