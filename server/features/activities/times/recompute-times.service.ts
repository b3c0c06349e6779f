import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { readRowsInChunks } from '#server/db/sql/paging.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import {
  buildActivityAuditTarget,
  requireActivity,
  revisionColumns,
  touches,
} from '#server/features/activities/activities.service.ts'
import {
  convertInstantsToPlannedWallTimes,
  convertWallTimesToInstants,
  type Instants,
} from '#shared/time/planned-times.ts'

const { id, startDate, endDate, timeZone, startWall, endWall, status } = activities

interface Times {
  startDate: Date | null
  endDate: Date | null
  startWall: string | null
  endWall: string | null
  timeZone: string
}

/** Computes start and end of an activity by current time zone rules; undefined when both stay the same. */
function findMovedInstants(times: Times): Instants | undefined {
  const current = convertWallTimesToInstants(times, times.timeZone, times)
  const startDate = times.startWall ? current.startDate : times.startDate
  const endDate = times.endWall ? current.endDate : times.endDate
  const isSame =
    startDate?.getTime() === times.startDate?.getTime() && endDate?.getTime() === times.endDate?.getTime()
  return isSame ? undefined : { startDate, endDate }
}

/** Fills in the planned local times of an activity that an older release saved without them. */
async function fillInMissingWallTimes(context: Context, row: Times & { id: number }): Promise<void> {
  await context.db
    .update(activities)
    .set(convertInstantsToPlannedWallTimes(row, row.timeZone))
    .where(and(eq(id, row.id), isNull(startWall)))
}

async function recomputeActivityInstants(context: Context, activityId: number): Promise<void> {
  await context.transaction(async tx => {
    const activity = await requireActivity(tx, activityId, { isLocked: true })
    const to = findMovedInstants(activity)
    if (!to || activity.status !== 'planned') return
    await tx.db
      .update(activities)
      .set({ ...to, ...revisionColumns })
      .where(eq(id, activityId))
    await recordAuditEvent(tx, {
      kind: 'activity.updated',
      target: buildActivityAuditTarget(activity),
      details: { rules: activity.timeZone },
      touches,
    })
  })
}

/**
 * Recomputes the instants of planned activities after governments change time zone rules.
 * The planned local time is binding. Nobody is notified, because the local time does not change.
 */
export async function recomputeTimesAfterTimeZoneRuleChange(context: Context): Promise<void> {
  const parts = readRowsInChunks<Times & { id: number }>((last, limit) =>
    context.db
      .select({ id, startDate, endDate, timeZone, startWall, endWall })
      .from(activities)
      .where(and(eq(status, 'planned'), isNotNull(startDate), last && gt(id, last.id)))
      .orderBy(asc(id))
      .limit(limit),
  )
  for await (const rows of parts) {
    for (const row of rows) {
      if (row.startWall === null) await fillInMissingWallTimes(context, row)
      else if (findMovedInstants(row)) await recomputeActivityInstants(context, row.id)
    }
  }
}
