import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarShare, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { activityStatuses, activityStatusesByTime } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import styles from '#web/features/activities/Activities.module.css'
import { useActivities } from '#web/features/activities/activities.api.ts'
import type { ActivityDisplay, ActivityFilter } from '#web/features/activities/activities.search.ts'
import { feedText, activitiesText as text } from '#web/features/activities/activities.text.ts'
import { getToday } from '#web/features/activities/calendar/calendar-days.ts'
import { getViewerTimeZone } from '#web/features/activities/card/ActivityTime.tsx'
import { LazyActivityDialog } from '#web/features/activities/form/LazyActivityDialog.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementLater } from '#web/lib/document/focus.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { formatTotal } from '#web/lib/query/paged-queries.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ActivityCounters } from './ActivityCounters.tsx'
import { ActivityGrid } from './ActivityGrid.tsx'
import { ListFilters, useFilterChips } from './ListFilters.tsx'
import { getDefaultScope, ScopeBar } from './ScopeBar.tsx'
import { TimeTabs } from './TimeTabs.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'

const Agenda = lazy(async () => ({
  default: (await import('#web/features/activities/calendar/Agenda.tsx')).Agenda,
}))
const MonthCalendar = lazy(async () => ({
  default: (await import('#web/features/activities/calendar/MonthCalendar.tsx')).MonthCalendar,
}))

const FeedDialog = createLazyOverlay(
  async () => (await import('#web/features/activities/calendar/CalendarFeedDialog.tsx')).CalendarFeedDialog,
)

const createId = 'create-activity'
const feedId = 'subscribe-calendar'
const noFilter: ActivityFilter = { search: undefined, status: undefined, clubId: undefined }

/** Returns the period of the list: that of the status filter, else the chosen one, else upcoming. */
function getPeriod({ status, time }: ActivityFilter): 'upcoming' | 'past' {
  if (status) return activityStatusesByTime.past.includes(status) ? 'past' : 'upcoming'
  return time ?? 'upcoming'
}

export function ActivityList({
  user,
  filter,
  look,
  page,
  onFilter,
  onLook,
  onPage,
}: {
  user: CurrentUser
  filter: ActivityFilter
  look: ActivityDisplay
  page: number
  onFilter: (change: ActivityFilter) => void
  onLook: (change: ActivityDisplay) => void
  onPage: (page: number) => void
}) {
  const time = getPeriod(filter)
  const view = look.view ?? 'cards'
  const { scope, search, status, clubId } = filter
  const listFilter = { scope: scope ?? ('home' as const), search, status, clubId }
  const query = useActivities({ scope: listFilter.scope, time, search, status, clubId }, page, {
    isWanted: view !== 'calendar',
  })
  const [isCreating, setCreating] = useState(false)
  const [isSubscribing, setSubscribing] = useState(false)
  const updateSearch = useCallback(
    (searchText: string) => onFilter({ search: searchText || undefined }),
    [onFilter],
  )
  const isPhone = useIsPhone()
  const chips = useFilterChips(filter, onFilter)
  const isFiltered = Boolean(search || status || clubId)
  const clearButton = isFiltered && (
    <Button variant="default" onClick={() => onFilter(noFilter)}>
      {text.clearFilters}
    </Button>
  )
  return (
    <>
      <div className={styles.top}>
        <ScopeBar
          user={user}
          scope={scope ?? getDefaultScope(user)}
          onScope={choice => onFilter({ scope: choice })}
        />
        <div className={styles.topEnd}>
          {isPhone ? (
            <ActionIcon
              id={feedId}
              variant="default"
              size={44}
              aria-label={feedText.button}
              onClick={() => setSubscribing(true)}
            >
              <IconCalendarShare size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              id={feedId}
              variant="default"
              leftSection={<IconCalendarShare size={18} aria-hidden />}
              onClick={() => setSubscribing(true)}
            >
              {feedText.button}
            </Button>
          )}
          <ViewSwitch
            view={view}
            onView={choice => onLook({ view: choice === 'cards' ? undefined : choice })}
          />
        </div>
      </div>
      <ActivityCounters
        scope={listFilter.scope}
        status={status}
        onStatus={choice => onFilter({ status: findAllowedValue(activityStatuses, choice), time: undefined })}
      />
      <div className={styles.bar}>
        <SearchField
          label={text.search}
          className={styles.search}
          value={search ?? ''}
          onChange={updateSearch}
        />
        {isPhone ? (
          <FilterButton
            active={chips.length}
            found={formatTotal(query.data)}
            onClear={() => onFilter({ ...noFilter, search })}
          >
            <ListFilters filter={filter} onFilter={onFilter} isPhone />
          </FilterButton>
        ) : (
          <ListFilters filter={filter} onFilter={onFilter} />
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
      {view !== 'calendar' && (
        <TimeTabs time={time} onTime={choice => onFilter({ time: choice, status: undefined })} />
      )}
      <Suspense>
        {view === 'cards' && (
          <ActivityGrid user={user} query={query} page={page} onPage={onPage} action={clearButton} />
        )}
        {view === 'agenda' && <Agenda query={query} page={page} onPage={onPage} action={clearButton} />}
        {view === 'calendar' && (
          <MonthCalendar
            filter={listFilter}
            month={look.month ?? getToday(getViewerTimeZone()).slice(0, 7)}
            onMonth={month => onLook({ month })}
          />
        )}
      </Suspense>
      {isSubscribing && (
        <FeedDialog
          user={user}
          onClose={() => {
            setSubscribing(false)
            focusElementLater(feedId)
          }}
        />
      )}
      {isCreating && (
        <LazyActivityDialog
          user={user}
          onClose={() => {
            setCreating(false)
            focusElementLater(createId)
          }}
        />
      )}
    </>
  )
}
