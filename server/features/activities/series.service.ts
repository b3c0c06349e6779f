// What repeats: activities of their own, with people of their own, that know which others they were planned with.
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type ActivityBody, mostFiles, type Repeat } from '#shared/contracts/activities.ts'
import { repeatWall, shiftWall } from '#shared/repeat.ts'
import { momentOfWall, wallTime } from '#shared/zones.ts'
import { type Activity, activityTarget } from './activities.service.ts'
import { wallsOf } from './walls.ts'

type Like = Omit<typeof activities.$inferInsert, 'id'> & {
  startDate: Date
  endDate: Date | null
  timeZone: string
}

/** All but the first, which is there already. Pictures and files are the same for all of them. */
export async function repeatActivity(
  tx: SignedIn,
  like: Like,
  { every, times }: Repeat,
  country: string | null,
): Promise<void> {
  const { startDate: start, endDate: end, timeZone } = like
  const first = wallTime(start, timeZone)
  const rows = Array.from({ length: times - 1 }, (_, index) => {
    const wall = repeatWall(first, every, index + 1)
    const startDate = momentOfWall(wall, timeZone)
    const endDate = end && momentOfWall(shiftWall(wallTime(end, timeZone), first, wall), timeZone)
    return { ...like, startDate, endDate, ...wallsOf({ startDate, endDate, timeZone }) }
  })
  const made = await tx.db.insert(activities).values(rows).returning({ id: activities.id })
  for (const { id } of made) {
    await recordEvent(tx, { kind: 'activity.created', target: activityTarget({ id, country }) })
  }
}

/** Those of its series that are still planned and come after it. */
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
      // Always in the same order, so that two who change a series at once do not wait for each other.
      .orderBy(asc(activities.id))
  )
}

/**
 * What others of its series show as well: that is not theirs alone to take in or to remove. They are held, so that the
 * last two who show a file do not both leave it to the other.
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

/** What was added here comes, what was taken away here goes; what another has of its own stays. */
function carryFiles(next: string[], before: string[], after: string[]): string[] {
  const kept = next.filter(file => !before.includes(file) || after.includes(file))
  const added = after.filter(file => !before.includes(file) && !kept.includes(file))
  return [...kept, ...added].slice(0, mostFiles)
}

const carried = [
  'title',
  'description',
  'location',
  'maxParticipants',
  'allowsWalkIns',
  'clubId',
  'timeZone',
  'questions',
] as const

/**
 * What a change of one means for another of its series: the same words and room, and as far moved by the clock on the
 * wall. What was not changed here stays as it is there: that one may be an exception.
 */
export function changesFor(
  next: typeof activities.$inferSelect,
  before: Activity,
  after: Activity,
): ActivityBody {
  const words = Object.fromEntries(
    carried
      .filter(field => !isDeepStrictEqual(before[field], after[field]))
      .map(field => [field, after[field]]),
  )
  const files = Object.fromEntries(
    (['images', 'documents'] as const)
      .filter(kind => !isDeepStrictEqual(before[kind], after[kind]))
      .map(kind => [kind, carryFiles(next[kind], before[kind], after[kind])]),
  )
  const body = { title: next.title, ...words, ...files } as ActivityBody
  const { startDate: old, endDate: oldEnd } = before
  const { startDate: start, endDate: end, timeZone } = after
  const isMoved = old?.getTime() !== start?.getTime() || oldEnd?.getTime() !== end?.getTime()
  if (!isMoved || !old || !start || !next.startDate) return body
  const [from, to] = [wallTime(old, before.timeZone), wallTime(start, timeZone)]
  const wall = shiftWall(wallTime(next.startDate, next.timeZone), from, to)
  return {
    ...body,
    startDate: momentOfWall(wall, timeZone),
    endDate: end && momentOfWall(shiftWall(wallTime(end, timeZone), to, wall), timeZone),
  }
}
