// Series of repeated activities. Each activity has its own participants; a series id links the activities.
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type ActivityBody, mostFiles, type Repeat } from '#shared/contracts/activities.ts'
import { instantsOf, isSameWall, moveWalls, type Walls, wallsOf } from '#shared/planned-times.ts'
import { repeatWall, shiftWall } from '#shared/repeat.ts'
import { type Activity, activityTarget } from './activities.service.ts'

type Template = Omit<typeof activities.$inferInsert, 'id'> & {
  startWall: string
  endWall: string | null
  timeZone: string
}

type Timed = Pick<Activity, 'startDate' | 'endDate' | 'startWall' | 'endWall' | 'timeZone'>

/** Creates the repetitions of an existing first activity. All of them share its images and documents. */
export async function repeatActivity(
  tx: SignedIn,
  template: Template,
  { every, times }: Repeat,
  country: string | null,
): Promise<void> {
  const rows = Array.from({ length: times - 1 }, (_, index) => {
    const walls = moveWalls(template, repeatWall(template.startWall, every, index + 1))
    return { ...template, ...walls, ...instantsOf(walls, template.timeZone) }
  })
  const made = await tx.db.insert(activities).values(rows).returning({ id: activities.id })
  for (const { id } of made) {
    await recordEvent(tx, { kind: 'activity.created', target: activityTarget({ id, country }) })
  }
}

/** Lists the planned activities of the same series that start later. */
export async function listFollowing({ db }: Context, { id, seriesId, startDate }: Activity) {
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
 * Lists the files of the other activities of a series, which must not be attached or removed again.
 * Locks these activities, so that concurrent removals of a file do not both leave it to the other.
 */
export async function sharedFiles(
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

/** Applies added and removed files to another activity of the series, which keeps its own files. */
function carryFiles(next: string[], before: string[], after: string[]): string[] {
  const kept = next.filter(file => !before.includes(file) || after.includes(file))
  const added = after.filter(file => !before.includes(file) && !kept.includes(file))
  return [...kept, ...added].slice(0, mostFiles)
}

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
export function changesFor(
  next: typeof activities.$inferSelect,
  before: Activity,
  after: Activity,
): ActivityBody {
  const fields = Object.fromEntries(
    sharedFields
      .filter(field => !isDeepStrictEqual(before[field], after[field]))
      .map(field => [field, after[field]]),
  )
  const files = Object.fromEntries(
    (['images', 'documents'] as const)
      .filter(kind => !isDeepStrictEqual(before[kind], after[kind]))
      .map(kind => [kind, carryFiles(next[kind], before[kind], after[kind])]),
  )
  const body = { title: next.title, ...fields, ...files } as ActivityBody
  const walls = shiftPlannedTimes(next, before, after)
  return walls ? { ...body, ...walls, ...instantsOf(walls, after.timeZone, next) } : body
}

/**
 * Shifts the planned wall times of another activity as far as this one was moved; undefined when it was not moved.
 * Planned wall times are compared, because actual times differ on a day whose clocks skip the planned time.
 */
function shiftPlannedTimes(next: Timed, before: Timed, after: Timed): Walls | undefined {
  const [from, to, other] = [before, after, next].map(times => wallsOf(times, times.timeZone, times)) as [
    Walls,
    Walls,
    Walls,
  ]
  const isMoved =
    before.timeZone !== after.timeZone ||
    !isSameWall(from.startWall, to.startWall) ||
    !isSameWall(from.endWall, to.endWall)
  if (!isMoved || !from.startWall || !to.startWall || !other.startWall) return undefined
  return moveWalls(to, shiftWall(other.startWall, from.startWall, to.startWall))
}
