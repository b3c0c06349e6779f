// What repeats: activities of their own, with people of their own, that know which others they were planned with.
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type ActivityBody, mostFiles, type Repeat } from '#shared/contracts/activities.ts'
import { instantsOf, isSameWall, moveWalls, type Walls, wallsOf } from '#shared/planned-times.ts'
import { repeatWall, shiftWall } from '#shared/repeat.ts'
import { type Activity, activityTarget } from './activities.service.ts'

type Like = Omit<typeof activities.$inferInsert, 'id'> & {
  startWall: string
  endWall: string | null
  timeZone: string
}

type Timed = Pick<Activity, 'startDate' | 'endDate' | 'startWall' | 'endWall' | 'timeZone'>

/** All but the first, which is there already. Pictures and files are the same for all of them. */
export async function repeatActivity(
  tx: SignedIn,
  like: Like,
  { every, times }: Repeat,
  country: string | null,
): Promise<void> {
  const rows = Array.from({ length: times - 1 }, (_, index) => {
    const walls = moveWalls(like, repeatWall(like.startWall, every, index + 1))
    return { ...like, ...walls, ...instantsOf(walls, like.timeZone) }
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
  'clubId',
  'timeZone',
  'questions',
  'allowsWalkIns',
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
  const walls = movedWalls(next, before, after)
  return walls ? { ...body, ...walls, ...instantsOf(walls, after.timeZone, next) } : body
}

/**
 * The planned times of another activity of the series, moved as far as this one was. Planned times are compared, not the
 * times at which the two are held: those differ on a day whose clocks skip the planned time. Undefined: nothing was moved.
 */
function movedWalls(next: Timed, before: Timed, after: Timed): Walls | undefined {
  const [from, to, other] = [before, after, next].map(one => wallsOf(one, one.timeZone, one)) as [
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
