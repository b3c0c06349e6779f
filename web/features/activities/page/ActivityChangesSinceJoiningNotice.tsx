import { Alert } from '@mantine/core'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { activitiesText, pageText as text } from '#texts/activities.ts'

/** Notice of changes to time or location since the user joined the activity. */
export function ActivityChangesSinceJoiningNotice({ activity }: { activity: ActivityDetail }) {
  const { joinedAs, timeZone, location } = activity
  if (!joinedAs) return null
  const previousTime = formatPeriodInZone(joinedAs, timeZone) || activitiesText.noDate
  const hasTimeChanged = previousTime !== (formatPeriodInZone(activity, timeZone) || activitiesText.noDate)
  const hasLocationChanged = joinedAs.location !== location
  if (!hasTimeChanged && !hasLocationChanged) return null
  return (
    <Alert color="emas" title={text.changed}>
      {hasTimeChanged && <div>{text.timeWas({ time: previousTime })}</div>}
      {hasLocationChanged && (
        <div>{text.placeWas({ place: joinedAs.location ?? activitiesText.noPlace })}</div>
      )}
    </Alert>
  )
}
