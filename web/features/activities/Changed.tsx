import { Alert } from '@mantine/core'
import type { ActivityDetail } from '#shared/contracts/activities.ts'
import { periodAt } from '#shared/place-time.ts'
import { activitiesText, pageText as text } from './activities.text.ts'

/** What has changed since one joined. */
export function Changed({ activity }: { activity: ActivityDetail }) {
  const { joinedAs, timeZone, location } = activity
  if (!joinedAs) return null
  const time = periodAt(joinedAs, timeZone) || activitiesText.noDate
  const isMoved = time !== (periodAt(activity, timeZone) || activitiesText.noDate)
  const isElsewhere = joinedAs.location !== location
  if (!isMoved && !isElsewhere) return null
  return (
    <Alert color="emas" title={text.changed}>
      {isMoved && <div>{text.timeWas(time)}</div>}
      {isElsewhere && <div>{text.placeWas(joinedAs.location ?? activitiesText.noPlace)}</div>}
    </Alert>
  )
}
