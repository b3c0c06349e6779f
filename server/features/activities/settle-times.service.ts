import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Instants, instantsOf, wallsOf } from '#shared/planned-times.ts'
import { activityTarget, changed, requireActivity, touches } from './activities.service.ts'

const { id, startDate, endDate, timeZone, startWall, endWall, status } = activities

interface Times {
  startDate: Date | null
  endDate: Date | null
  startWall: string | null
  endWall: string | null
  timeZone: string
}

/** The instants by today's rules where they differ from the stored ones; undefined: nothing has to move. */
function moved(times: Times): Instants | undefined {
  const now = instantsOf(times, times.timeZone, times)
  const startDate = times.startWall ? now.startDate : times.startDate
  const endDate = times.endWall ? now.endDate : times.endDate
  const isSame =
    startDate?.getTime() === times.startDate?.getTime() && endDate?.getTime() === times.endDate?.getTime()
  return isSame ? undefined : { startDate, endDate }
}

/** Planned by a release that did not keep it. */
async function fillIn(context: Context, row: Times & { id: number }): Promise<void> {
  await context.db
    .update(activities)
    .set(wallsOf(row, row.timeZone))
    .where(and(eq(id, row.id), isNull(startWall)))
}

async function move(context: Context, activityId: number): Promise<void> {
  await context.transaction(async tx => {
    const activity = await requireActivity(tx, activityId, { isHeld: true })
    const to = moved(activity)
    if (!to || activity.status !== 'planned') return
    await tx.db
      .update(activities)
      .set({ ...to, ...changed })
      .where(eq(id, activityId))
    await recordEvent(tx, {
      kind: 'activity.updated',
      target: activityTarget(activity),
      details: { rules: activity.timeZone },
      touches,
    })
  })
}

/**
 * Governments change when summer begins, or whether it does. What people agreed on is the hour on the wall: what is
 * still to come moves with it, and nobody has to be told, because where it takes place nothing has changed.
 */
export async function settleTimes(context: Context): Promise<void> {
  const parts = walk<Times & { id: number }>((last, limit) =>
    context.db
      .select({ id, startDate, endDate, timeZone, startWall, endWall })
      .from(activities)
      .where(and(eq(status, 'planned'), isNotNull(startDate), last && gt(id, last.id)))
      .orderBy(asc(id))
      .limit(limit),
  )
  for await (const rows of parts) {
    for (const row of rows) {
      if (row.startWall === null) await fillIn(context, row)
      else if (moved(row)) await move(context, row.id)
    }
  }
}
