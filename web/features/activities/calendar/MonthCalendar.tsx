import { ActionIcon, Box, Button, Card, Flex, Group, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { calendarText as text } from '#texts/activities.ts'
import { type ActivityQuery, useActivities } from '#web/features/activities/activities.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDateWithWeekday, formatMonthAndYear, getViewerTimeZone } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import styles from './Calendar.module.css'
import {
  addDays,
  addMonths,
  getTodayAsIsoDay,
  groupActivitiesByDay,
  listWeeksOfMonth,
} from './calendar-days.ts'
import { DayActivityRow, MonthCalendarActivityLink } from './DayActivityRow.tsx'

/** Maximum number of activities fetched for one month. If there are more, the screen suggests a narrower filter. */
const maxActivities = 200
/** Offset in days from the first day shown to the first day fetched. Earlier activities may still run. */
const daysBefore = -7

const arrowSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function useMonthActivities(filter: ActivityQuery, weeks: string[][]) {
  const first = weeks[0]?.[0] ?? ''
  const last = weeks.at(-1)?.at(-1) ?? ''
  // Activities are fetched until one day after the last day shown, because dates differ between time zones.
  return useActivities(
    {
      ...filter,
      time: undefined,
      from: `${addDays(first, daysBefore)}T00:00:00.000Z`,
      to: `${addDays(last, 2)}T00:00:00.000Z`,
    },
    1,
    { pageSize: maxActivities },
  )
}

function CalendarDayCell({
  day,
  rows,
  isOutside,
  isToday,
  isChosen,
  onChoose,
}: {
  day: string
  rows: ActivityRow[]
  isOutside: boolean
  isToday: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  const shown = rows.slice(0, rows.length > 3 ? 2 : 3)
  return (
    <td className={styles.day} data-outside={isOutside || undefined} data-chosen={isChosen || undefined}>
      <Box
        type="button"
        id={`day-${day}`}
        component="button"
        w="100%"
        p={2}
        bd={0}
        bg="none"
        c="inherit"
        style={{ cursor: 'pointer' }}
        className={styles.dayButton}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={text.day({ day: formatDateWithWeekday(day), count: rows.length })}
        tabIndex={isChosen ? 0 : -1}
        onClick={onChoose}
      >
        <Box
          component="span"
          miw={26}
          py={1}
          px={4}
          bdrs={999}
          fz={14}
          ta="center"
          className={`tabular ${styles.dayNumber}`}
        >
          {Number(day.slice(8))}
        </Box>
        {rows.length > 0 && (
          <span className={styles.dots} aria-hidden>
            {rows.slice(0, 3).map(row => (
              <Box
                key={row.id}
                component="span"
                w={6}
                h={6}
                bdrs="50%"
                bg="var(--tone)"
                className={styles.dot}
                data-status={row.status}
              />
            ))}
          </span>
        )}
      </Box>
      {/* Screen readers skip the activities inside the calendar, because the list below the calendar repeats them. */}
      <div className={styles.dayChips} aria-hidden>
        {shown.map(row => (
          <MonthCalendarActivityLink key={row.id} activity={row} lines={Math.max(1, 4 - rows.length)} />
        ))}
        {rows.length > shown.length && (
          <Box component="span" pl={6} fz={12} c="dimmed">
            {text.more({ count: rows.length - shown.length })}
          </Box>
        )}
      </div>
    </td>
  )
}

function MonthNavigation({
  title,
  month,
  onMonth,
  onToday,
}: {
  title: string
  month: string
  onMonth: (month: string) => void
  onToday: () => void
}) {
  return (
    <Group gap={8} justify="space-between" wrap="nowrap" py={{ base: 8, sm: 14 }} px={{ base: 12, sm: 16 }}>
      <Title order={2} size="h4" fz={{ base: 16, sm: 18 }} aria-live="polite">
        {title}
      </Title>
      <Flex gap={{ base: 4, sm: 8 }} flex="none" className={styles.monthSteps}>
        <Button variant="default" px={{ base: 10, sm: 18 }} onClick={onToday}>
          {text.today}
        </Button>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={text.previous}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={text.next}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Flex>
    </Group>
  )
}

function WeekdayNames() {
  const isPhone = useIsPhone()
  return (
    <thead>
      <tr>
        {text.weekdays.map(([name, short]) => (
          <th key={name} scope="col" abbr={name}>
            <span className={isPhone ? 'visually-hidden' : undefined}>{name}</span>
            <span className={styles.shortName} aria-hidden>
              {short}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SelectedDayActivities({
  day,
  activities,
  isIncomplete,
}: {
  day: string
  activities: ActivityRow[]
  /** Whether the calendar month has more activities than the client has fetched. */
  isIncomplete: boolean
}) {
  return (
    <Flex
      component="section"
      direction="column"
      gap={4}
      justify="flex-start"
      mih={132}
      p={16}
      style={{ borderTop: '1px solid var(--line)' }}
      aria-label={text.chosen}
      aria-live="polite"
    >
      <Title order={3} size="h5">
        {formatDateWithWeekday(day)}
      </Title>
      {activities.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.nothing}
        </Text>
      )}
      <Flex component="ul" direction="column" gap={8} mt={10}>
        {activities.map(activity => (
          <DayActivityRow key={activity.id} activity={activity} />
        ))}
      </Flex>
      {isIncomplete && (
        <Text size="sm" c="dimmed">
          {text.tooMany({ most: maxActivities })}
        </Text>
      )}
    </Flex>
  )
}

/** Month calendar with arrow key navigation. The activities of the chosen day are listed below it. */
export function MonthCalendar({
  filter,
  month,
  onMonth,
}: {
  filter: ActivityQuery
  month: string
  onMonth: (month: string) => void
}) {
  const todayDate = getTodayAsIsoDay(getViewerTimeZone())
  const weeks = listWeeksOfMonth(month)
  const query = useMonthActivities(filter, weeks)
  const [requestedDay, setChosen] = useState(todayDate)
  const isRequestedVisible =
    weeks.flat().includes(requestedDay) && (requestedDay.startsWith(month) || requestedDay === todayDate)
  const chosen = isRequestedVisible ? requestedDay : todayDate.startsWith(month) ? todayDate : `${month}-01`
  const focusTarget = useRef<string>(undefined)
  // An arrow key can move the focus to a day of another month, so the focus moves after that month is rendered.
  useEffect(() => {
    if (!focusTarget.current) return
    document.getElementById(`day-${focusTarget.current}`)?.focus()
    focusTarget.current = undefined
  })
  function selectDay(day: string): void {
    setChosen(day)
    focusTarget.current = day
    if (!day.startsWith(month)) onMonth(day.slice(0, 7))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = arrowSteps[event.key]
    if (step) selectDay(addDays(chosen, step))
    else if (event.key === 'PageUp') selectDay(`${addMonths(month, -1)}-01`)
    else if (event.key === 'PageDown') selectDay(`${addMonths(month, 1)}-01`)
    else return
    event.preventDefault()
  }
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const days = groupActivitiesByDay(query.data?.rows ?? [])
  const title = formatMonthAndYear(`${month}-15T12:00:00Z`)
  return (
    <Card padding={0} component="section" aria-label={text.label} aria-busy={query.isFetching}>
      <MonthNavigation title={title} month={month} onMonth={onMonth} onToday={() => selectDay(todayDate)} />
      <table className={styles.month} onKeyDown={onKeyDown}>
        <caption className="visually-hidden">{text.caption({ month: title })}</caption>
        <WeekdayNames />
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <CalendarDayCell
                  key={day}
                  day={day}
                  rows={days.get(day) ?? []}
                  isOutside={!day.startsWith(month)}
                  isToday={day === todayDate}
                  isChosen={day === chosen}
                  onChoose={() => selectDay(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <SelectedDayActivities
        day={chosen}
        activities={days.get(chosen) ?? []}
        isIncomplete={(query.data?.total ?? 0) > maxActivities}
      />
    </Card>
  )
}
