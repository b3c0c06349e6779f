import { NativeSelect } from '@mantine/core'
import { activityStatuses } from '#shared/constants.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import styles from '#web/features/activities/Activities.module.css'
import { useActivityCountSummary, useAllClubs } from '#web/features/activities/activities.api.ts'
import type { ActivityFilter } from '#web/features/activities/activities.search.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'

interface FilterProps {
  filter: ActivityFilter
  onFilter: (change: ActivityFilter) => void
}

/**
 * Filters the activities by status and club. Choosing a club sets the scope filter to "all". Phones have no counters of
 * their own, so the statuses state the number of activities.
 */
export function ActivityListFilters({
  filter,
  onFilter,
  isPhone = false,
}: FilterProps & { isPhone?: boolean }) {
  const clubs = useAllClubs().data ?? []
  const { data: counts } = useActivityCountSummary(filter.scope ?? 'home')
  const statusChoices = activityStatuses.map(value => {
    const status = activityStatusLabels[value]
    return { value, label: isPhone && counts ? text.statusCount({ status, count: counts[value] }) : status }
  })
  const clubChoices = [
    { value: '', label: text.allClubs },
    ...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const buildLabelProps = (label: string) => (isPhone ? { label } : { 'aria-label': label })
  return (
    <>
      <NativeSelect
        {...buildLabelProps(text.status)}
        data={[{ value: '', label: text.allStatuses }, ...statusChoices]}
        value={filter.status ?? ''}
        onChange={event =>
          onFilter({
            status: findAllowedValue(activityStatuses, event.currentTarget.value),
            time: undefined,
          })
        }
      />
      <NativeSelect
        {...buildLabelProps(text.club)}
        className={isPhone ? undefined : styles.clubChoice}
        data={clubChoices}
        value={filter.clubId ? String(filter.clubId) : ''}
        onChange={event => {
          const clubId = Number(event.currentTarget.value) || undefined
          onFilter({ clubId, ...(clubId && { scope: 'all' as const }) })
        }}
      />
    </>
  )
}

/** Returns the active filters of the list of activities as removable chips, for phones. */
export function useActivityFilterChips(
  { status, clubId }: ActivityFilter,
  onFilter: FilterProps['onFilter'],
) {
  const clubs = useAllClubs().data ?? []
  return [
    status && {
      label: text.status,
      value: activityStatusLabels[status],
      onRemove: () => onFilter({ status: undefined }),
    },
    clubId && {
      label: text.club,
      value: clubs.find(({ id }) => id === clubId)?.name ?? `#${clubId}`,
      onRemove: () => onFilter({ clubId: undefined }),
    },
  ].filter(chip => typeof chip === 'object')
}
