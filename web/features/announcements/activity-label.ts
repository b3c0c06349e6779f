import type { ActivityRow } from '#shared/contracts/activities.ts'
import { dayAt } from '#shared/day-at.ts'

type Labelled = Pick<ActivityRow, 'title' | 'clubName' | 'startDate' | 'timeZone'>

/** Title, club and day, because the activities of a series share their title. */
export function activityLabel({ title, clubName, startDate, timeZone }: Labelled): string {
  const day = startDate && dayAt(new Date(startDate), timeZone)
  return [title, clubName, day].filter(Boolean).join(' · ')
}
