import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'

type LabelFields = Pick<ActivityRow, 'title' | 'clubName' | 'startDate' | 'timeZone'>

/** Returns the label of an activity: title, club and date, because the activities of a series share their title. */
export function formatActivityLabel({ title, clubName, startDate, timeZone }: LabelFields): string {
  const day = startDate && formatDayInZone(new Date(startDate), timeZone)
  return [title, clubName, day].filter(Boolean).join(' · ')
}
