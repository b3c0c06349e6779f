// Series of repeated activities. Each activity has its own participants; a series id links the activities.
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type Activity, buildActivityAuditTarget } from '#server/features/activities/activities.service.ts'
import {
  type ActivityBody,
  maxActivityFiles,
  type Repeat,
} from '#shared/contracts/activities/activities.schemas.ts'
import {
  convertInstantsToPlannedWallTimes,
  convertWallTimesToInstants,
  isSameWallTime,
  shiftWallTimesToNewStart,
  type WallTimes,
} from '#shared/time/planned-times.ts'
import { calculateWallTimeOfNthRepetition, shiftWallTime } from '#shared/time/repetitions.ts'

type Template = Omit<typeof activities.$inferInsert, 'id'> & {
  startWall: string
  endWall: string | null
  timeZone: string
}

type Timed = Pick<Activity, 'startDate' | 'endDate' | 'startWall' | 'endWall' | 'timeZone'>

/** Creates the further activities of a series. They share the images and documents of the first activity. */
export async function createSeriesRepetitions(
  tx: SignedInContext,
  template: Template,
  { every, times }: Repeat,
  country: string | null,
): Promise<void> {
  const rows = Array.from({ length: times - 1 }, (_, index) => {
    const walls = shiftWallTimesToNewStart(
      template,
      calculateWallTimeOfNthRepetition(template.startWall, every, index + 1),
    )
    return { ...template, ...walls, ...convertWallTimesToInstants(walls, template.timeZone) }
  })
  const made = await tx.db.insert(activities).values(rows).returning({ id: activities.id })
  for (const { id } of made) {
    await recordAuditEvent(tx, {
      kind: 'activity.created',
      target: buildActivityAuditTarget({ id, country }),
    })
  }
}

/** Lists the planned activities of the same series that start after the given activity. */
export async function listLaterActivitiesOfSeries({ db }: Context, { id, seriesId, startDate }: Activity) {
  if (!seriesId || !startDate) return []
  return (
    db
      .select()
      .from(activities)
      .where(
        and(
          eq(activities.seriesId, seriesId),
          eq(activities.status, 'planned'),
          gt(activities.startDate, startDate),
          ne(activities.id, id),
        ),
      )
      // Activities are locked in a fixed order to prevent deadlocks between concurrent changes of a series.
      .orderBy(asc(activities.id))
  )
}

/**
 * Lists files that other activities of the series use; such files are already attached and must not be deleted.
 * Locks these activities, so that of two concurrent removals of a file the second one deletes the file.
 */
export async function listFilesUsedInSeries(
  { db }: Context,
  { id, seriesId }: Pick<Activity, 'id' | 'seriesId'>,
): Promise<Pick<Activity, 'images' | 'documents'>> {
  const { images, documents } = activities
  if (!seriesId) return { images: [], documents: [] }
  const others = await db
    .select({ images, documents })
    .from(activities)
    .where(and(eq(activities.seriesId, seriesId), ne(activities.id, id)))
    .orderBy(asc(activities.id))
    .for('no key update')
  return {
    images: others.flatMap(other => other.images),
    documents: others.flatMap(other => other.documents),
  }
}

/** Copies a change of files to another activity of the series. Files that only that activity has are kept. */
function deriveFilesForSeriesActivity(next: string[], before: string[], after: string[]): string[] {
  const kept = next.filter(file => !before.includes(file) || after.includes(file))
  const added = after.filter(file => !before.includes(file) && !kept.includes(file))
  return [...kept, ...added].slice(0, maxActivityFiles)
}

/** Language fields of an activity. A series change copies all of them, so that no activity mixes old and new texts. */
const versionFields = ['language', 'secondLanguage', 'secondTitle', 'secondDescription'] as const

const sharedFields = [
  'title',
  'description',
  'location',
  'maxParticipants',
  'clubId',
  'timeZone',
  'questions',
  'allowsWalkIns',
] as const

/**
 * Derives the changes of another activity of the series: changed fields are copied, times are shifted.
 * Unchanged fields are not copied, because the other activity may deviate from the series.
 */
export function mergeChangesIntoSeriesActivity(
  next: typeof activities.$inferSelect,
  before: Activity,
  after: Activity,
): ActivityBody {
  const hasOtherVersion = versionFields.some(field => before[field] !== after[field])
  const changedFields = sharedFields.filter(field => !isDeepStrictEqual(before[field], after[field]))
  const fields = Object.fromEntries(
    [...changedFields, ...(hasOtherVersion ? versionFields : [])].map(field => [field, after[field]]),
  )
  const files = Object.fromEntries(
    (['images', 'documents'] as const)
      .filter(kind => !isDeepStrictEqual(before[kind], after[kind]))
      .map(kind => [kind, deriveFilesForSeriesActivity(next[kind], before[kind], after[kind])]),
  )
  const body = { title: next.title, ...fields, ...files } as ActivityBody
  const walls = shiftPlannedTimes(next, before, after)
  return walls ? { ...body, ...walls, ...convertWallTimesToInstants(walls, after.timeZone, next) } : body
}

/**
 * Shifts the planned local times of another activity by as much as this activity moved; undefined if unmoved.
 * Planned local times are compared, because actual times differ on a day whose clocks skip the planned time.
 */
function shiftPlannedTimes(next: Timed, before: Timed, after: Timed): WallTimes | undefined {
  const [from, to, other] = [before, after, next].map(times =>
    convertInstantsToPlannedWallTimes(times, times.timeZone, times),
  ) as [WallTimes, WallTimes, WallTimes]
  const isMoved =
    before.timeZone !== after.timeZone ||
    !isSameWallTime(from.startWall, to.startWall) ||
    !isSameWallTime(from.endWall, to.endWall)
  if (!isMoved || !from.startWall || !to.startWall || !other.startWall) return undefined
  return shiftWallTimesToNewStart(to, shiftWallTime(other.startWall, from.startWall, to.startWall))
}
