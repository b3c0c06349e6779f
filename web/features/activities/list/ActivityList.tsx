import { Button, Flex, Group } from '@mantine/core'
import { Suspense } from 'react'
import { activityStatuses, activityStatusesByTime } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { useActivities } from '#web/features/activities/activities.api.ts'
import type { ActivityDisplay, ActivityFilter } from '#web/features/activities/activities.search.ts'
import { getTodayAsIsoDay } from '#web/features/activities/calendar/calendar-days.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { getViewerTimeZone } from '#web/lib/format/format.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { formatTotalRowCount } from '#web/lib/query/paged-queries.ts'
import { ActivityCountsByStatus } from './ActivityCountsByStatus.tsx'
import { ActivityFilterBar, noFilter } from './ActivityFilterBar.tsx'
import { ActivityGrid } from './ActivityGrid.tsx'
import { ActivityScopeSelect, getDefaultActivityScope } from './ActivityScopeSelect.tsx'
import { ActivityViewSwitch } from './ActivityViewSwitch.tsx'
import { CalendarFeedButton } from './CalendarFeedButton.tsx'
import { UpcomingOrPastTabs } from './UpcomingOrPastTabs.tsx'

const Agenda = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/activities/calendar/Agenda.tsx')).Agenda,
)
const MonthCalendar = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/activities/calendar/MonthCalendar.tsx')).MonthCalendar,
)

/** Returns which activities are listed, upcoming or past. A status filter overrides the user's choice. */
function getActivityListPeriod({ status, time }: ActivityFilter): 'upcoming' | 'past' {
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
  const time = getActivityListPeriod(filter)
  const view = look.view ?? 'cards'
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const { scope, search, status, clubId } = filter
  const listFilter = { scope: scope ?? ('home' as const), search, status, clubId }
  const query = useActivities({ scope: listFilter.scope, time, search, status, clubId }, page, {
    isWanted: view !== 'calendar',
  })
  const isFiltered = Boolean(search || status || clubId)
  const clearButton = isFiltered && (
    <Button variant="default" onClick={() => onFilter(noFilter)}>
      {text.clearFilters}
    </Button>
  )
  const feedButton = <CalendarFeedButton user={user} />
  const viewSwitch = (
    <ActivityViewSwitch
      view={view}
      onView={choice => onLook({ view: choice === 'cards' ? undefined : choice })}
    />
  )
  const counters = (
    <ActivityCountsByStatus
      scope={listFilter.scope}
      status={status}
      onStatus={choice => onFilter({ status: findAllowedValue(activityStatuses, choice), time: undefined })}
    />
  )
  return (
    <>
      <Group gap={12} justify="space-between" mb={{ base: 8, sm: 12 }}>
        <ActivityScopeSelect
          user={user}
          scope={scope ?? getDefaultActivityScope(user)}
          onScope={choice => onFilter({ scope: choice })}
        />
        {!isPhone && (
          <Group gap={10}>
            {feedButton}
            {viewSwitch}
          </Group>
        )}
      </Group>
      <ActivityFilterBar
        user={user}
        filter={filter}
        found={formatTotalRowCount(query.data)}
        onFilter={onFilter}
      />
      {isNarrow && !isPhone && counters}
      <Flex
        wrap="wrap"
        gap="4px 8px"
        align="center"
        justify="space-between"
        mb={14}
        // On phones the row with the view switch has no bottom border, which would touch the switch.
        style={view === 'calendar' || isPhone ? undefined : { borderBottom: '1px solid var(--line)' }}
      >
        {view === 'calendar' ? (
          isPhone && feedButton
        ) : (
          <UpcomingOrPastTabs time={time} onTime={choice => onFilter({ time: choice, status: undefined })} />
        )}
        {isPhone ? viewSwitch : !isNarrow && counters}
      </Flex>
      <Suspense>
        {view === 'cards' && (
          <ActivityGrid user={user} query={query} page={page} onPage={onPage} action={clearButton} />
        )}
        {view === 'agenda' && <Agenda query={query} page={page} onPage={onPage} action={clearButton} />}
        {view === 'calendar' && (
          <MonthCalendar
            filter={listFilter}
            month={look.month ?? getTodayAsIsoDay(getViewerTimeZone()).slice(0, 7)}
            onMonth={month => onLook({ month })}
          />
        )}
      </Suspense>
    </>
  )
}
