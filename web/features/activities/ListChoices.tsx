import { NativeSelect } from '@mantine/core'
import { activityStatuses } from '#shared/constants.ts'
import { activityStatusLabels } from '#shared/labels.ts'
import { oneOf } from '#web/lib/search.ts'
import styles from './Activities.module.css'
import { useAllClubs } from './activities.api.ts'
import type { ActivityFilter } from './activities.search.ts'
import { activitiesText as text } from './activities.text.ts'

interface Choices {
  filter: ActivityFilter
  onFilter: (change: ActivityFilter) => void
}

const statusChoices = [
  { value: '', label: text.allStatuses },
  ...Object.entries(activityStatusLabels).map(([value, label]) => ({ value, label })),
]

/** By state and by club; a club is looked for among all. */
export function ListChoices({ filter, onFilter, isPhone = false }: Choices & { isPhone?: boolean }) {
  const clubs = useAllClubs().data ?? []
  const clubChoices = [
    { value: '', label: text.allClubs },
    ...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const named = (label: string) => (isPhone ? { label } : { 'aria-label': label })
  return (
    <>
      <NativeSelect
        {...named(text.status)}
        data={statusChoices}
        value={filter.status ?? ''}
        onChange={event =>
          onFilter({ status: oneOf(activityStatuses, event.currentTarget.value), time: undefined })
        }
      />
      <NativeSelect
        {...named(text.club)}
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

/** The same as chips, for where there is no room for them. */
export function useChips({ status, clubId }: ActivityFilter, onFilter: Choices['onFilter']) {
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
