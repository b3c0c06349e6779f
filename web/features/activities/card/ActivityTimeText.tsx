import { Box, Flex, VisuallyHidden } from '@mantine/core'
import type { DayFormat } from '#shared/time/format-day.ts'
import {
  doTimeZonesDifferDuringPeriod,
  formatPeriodForViewer,
  formatPeriodInZone,
  formatTimesOfSameDayInZone,
  formatTimeZoneLabel,
} from '#shared/time/format-period.ts'
import { activitiesText as text, timeText } from '#texts/activities.ts'
import { getViewerTimeZone } from '#web/lib/format/format.ts'
import { DateRangeText } from '#web/ui/media/DateRangeText.tsx'
import { ViewerTimeChip } from '#web/ui/media/ViewerTimeChip.tsx'

interface TimedActivity {
  startDate: string | null
  endDate: string | null
  timeZone: string
}

/** Time of an activity in its own time zone and, where different, in the viewer's time zone. */
export function ActivityTimeText({
  activity,
  form = 'short',
  isDayShown = true,
}: {
  activity: TimedActivity
  form?: DayFormat
  /** Whether the day of a single-day activity is visible. Beside a date tile, only screen readers get the day. */
  isDayShown?: boolean
}) {
  const { timeZone } = activity
  const period = formatPeriodInZone(activity, timeZone, form)
  if (!period) return <span>{text.noDate}</span>
  // The hours of an activity are in a span of their own, so that no line breaks inside them.
  const hours = formatTimesOfSameDayInZone(activity, timeZone)
  const day = hours && period.slice(0, -hours.length).replace(/, $/, '')
  const localPeriod = hours ? (
    <>
      {isDayShown ? (
        // In the long format, the day is on its own line, so only screen readers get the comma after the day.
        <Box component="span" display={form === 'long' ? 'block' : undefined}>
          {day}
          {form === 'long' ? <VisuallyHidden>, </VisuallyHidden> : ', '}
        </Box>
      ) : (
        <VisuallyHidden>{day}, </VisuallyHidden>
      )}
      <Box component="span" style={{ whiteSpace: 'nowrap' }}>
        {hours}
      </Box>
    </>
  ) : (
    <DateRangeText>{period}</DateRangeText>
  )
  const viewerTimeZone = getViewerTimeZone()
  if (!doTimeZonesDifferDuringPeriod(activity, timeZone, viewerTimeZone)) return <span>{localPeriod}</span>
  return (
    <Flex component="span" direction="column" gap={4} align="flex-start">
      <span>
        {localPeriod}{' '}
        <Box component="span" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {formatTimeZoneLabel(timeZone)}
        </Box>
      </span>
      <ViewerTimeChip>
        {timeText.yours({ period: formatPeriodForViewer(activity, timeZone, viewerTimeZone) })}
      </ViewerTimeChip>
    </Flex>
  )
}
