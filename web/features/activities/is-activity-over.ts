import { activityStatusesByTime } from '#shared/constants.ts'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'

/** Whether an activity is completed or cancelled, so that joining it and its free places no longer matter. */
export const isActivityOver = ({ status }: ActivityRow) => activityStatusesByTime.past.includes(status)
