import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, ne } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { AppError, badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { attachFile, removeFile } from '#server/features/files/files.service.ts'
import type { ActivityBody, NewActivityBody } from '#shared/contracts/activities.ts'
import { fieldTexts } from '#shared/errors.ts'
import { type Instants, isSameWall, type Walls, wallsOf } from '#shared/planned-times.ts'
import { can } from '#shared/policies.ts'
import { homeZone } from '#shared/zones.ts'
import { type Activity, activityTarget, changed, requireActivity, touches } from './activities.service.ts'
import { countConfirmed, moveUp } from './join-activity.service.ts'
import { dropAnswers } from './questions.service.ts'
import { remindedBy } from './remind-participants.service.ts'
import { changesFor, listFollowing, repeatActivity, sharedFiles } from './series.service.ts'
import { tellParticipants } from './tell-participants.service.ts'

/** The club it is to belong to: within reach, and not at rest; held, so that it is not put to rest meanwhile. */
async function requireHost(
  { db, actor }: SignedIn,
  clubId: number | null,
): Promise<{ country: string | null; timeZone: string }> {
  if (clubId === null) {
    if (!can(actor, 'activities.manage', { club: null })) throw forbidden()
    return { country: null, timeZone: homeZone }
  }
  const [club] = await db.select().from(clubs).where(eq(clubs.id, clubId)).for('share')
  if (!club || !can(actor, 'activities.manage', { club })) throw notFound()
  if (!club.isActive) throw conflict('club_inactive')
  return club
}

const without = (list: string[], ...others: string[][]) => {
  const known = new Set(others.flat())
  return list.filter(one => !known.has(one))
}

const kinds = [
  ['images', 'activity_image'],
  ['documents', 'activity_document'],
] as const

/** New ones become part of it, those no longer named go; what others of its series show is there and stays. */
async function replaceFiles(tx: SignedIn, before: Activity, after: Activity): Promise<void> {
  if (kinds.every(([list]) => isDeepStrictEqual(before[list], after[list]))) return
  const shared = await sharedFiles(tx, before)
  for (const [list, kind] of kinds) {
    for (const id of without(after[list], before[list], shared[list])) await attachFile(tx, id, kind)
    for (const id of without(before[list], after[list], shared[list])) await removeFile(tx, id)
  }
}

async function membersOf(db: Db, clubId: number | null, except: number): Promise<number[]> {
  if (clubId === null) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clubId, clubId), eq(users.status, 'active'), ne(users.id, except)))
  return rows.map(({ id }) => id)
}

/** The planned times to store. Given ones that stand for other dates than those given are refused. */
function planWalls(
  instants: Instants,
  timeZone: string,
  given: { [Name in keyof Walls]?: string | null },
  before?: Walls,
): Walls {
  const planned = { startWall: null, endWall: null, ...before }
  for (const name of ['startWall', 'endWall'] as const) planned[name] = given[name] ?? planned[name]
  const walls = wallsOf(instants, timeZone, planned)
  for (const [name, date] of [
    ['startWall', 'startDate'],
    ['endWall', 'endDate'],
  ] as const) {
    const wall = given[name]
    if (wall && !isSameWall(wall, walls[name])) throw badInput({ [date]: fieldTexts.otherWall })
  }
  return walls
}

/** The club's members are told. One of no club is for everybody, and found in the list. */
export async function createActivity(context: SignedIn, body: NewActivityBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const { clubId = null, repeat, ...rest } = body
    const host = await requireHost(tx, clubId)
    const { country } = host
    const { startDate = null, endDate = null, timeZone = host.timeZone } = rest
    const walls = planWalls({ startDate, endDate }, timeZone, rest)
    const seriesId = repeat ? randomUUID() : null
    for (const [list, kind] of kinds) for (const file of body[list] ?? []) await attachFile(tx, file, kind)
    const [created] = await db
      .insert(activities)
      .values({
        ...rest,
        clubId,
        ...walls,
        timeZone,
        organizerId: actor.id,
        seriesId,
      })
      .returning({ id: activities.id })
    if (!created) throw new Error('the activity was not made')
    const { id } = created
    await recordEvent(tx, {
      kind: 'activity.created',
      target: activityTarget({ id, country }),
      notify: {
        users: await membersOf(db, clubId, actor.id),
        kind: 'activity.created',
        params: { activityId: id },
      },
      touches,
    })
    if (repeat && seriesId && walls.startWall) {
      const { startWall, endWall } = walls
      const like = { ...rest, clubId, timeZone, organizerId: actor.id, seriesId, startWall, endWall }
      await repeatActivity(tx, like, repeat, country)
    }
    return id
  })
}

const isSame = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** People have arranged themselves around when it is, how many may come, whose it is and what they were asked. */
function refuseLateChange(before: Activity, after: Activity): void {
  const isFixed =
    !isSame(before.startDate, after.startDate) ||
    before.maxParticipants !== after.maxParticipants ||
    before.clubId !== after.clubId ||
    !isDeepStrictEqual(before.questions, after.questions)
  const endsElsewhere = !isSame(before.endDate, after.endDate)
  if (before.status !== 'planned' && isFixed) throw conflict('activity_begun')
  // While it goes on it may still take longer.
  if (before.status !== 'planned' && before.status !== 'ongoing' && endsElsewhere)
    throw conflict('activity_begun')
}

/** Nobody who has a place loses it because there are to be fewer. */
async function refuseTooFew(db: Db, after: Activity): Promise<void> {
  const confirmed = await countConfirmed(db, after.id)
  if (after.maxParticipants === null || after.maxParticipants >= confirmed) return
  const message = fieldTexts.tooFewPlaces(confirmed)
  throw new AppError(409, 'places_taken', { fields: { maxParticipants: message } })
}

function merge(before: Activity, body: ActivityBody): Activity {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

/** They have just been told when it is. */
async function noteTold(db: Db, { id, startDate }: Activity): Promise<void> {
  await db
    .update(activityParticipants)
    .set(remindedBy(startDate))
    .where(and(eq(activityParticipants.activityId, id), eq(activityParticipants.status, 'registered')))
}

/** Its title stands in notifications and the audit trail as well. */
const touchesTitle = { ...touches, topics: [...touches.topics, 'activityTitle' as const] }

/** Of a series, as it is wished, those that follow as well: with what was changed here, and no more. */
export async function updateActivity(context: SignedIn, id: number, body: ActivityBody) {
  const { scope, ...rest } = body
  await context.transaction(async tx => {
    const { before, after } = await updateOne(tx, id, rest)
    if (scope !== 'following') return
    for (const next of await listFollowing(tx, before)) {
      await updateOne(tx, next.id, changesFor(next, before, after))
    }
  })
}

/** For the trail: which parts, and before and after of those that are numbers and moments. Words stay out of it. */
function whatChanged(before: Activity, after: Activity) {
  const names = Object.keys(after) as (keyof Activity)[]
  // The planned local times repeat what the dates say.
  const isOwn = (name: keyof Activity) => name !== 'startWall' && name !== 'endWall'
  const fields = names.filter(name => isOwn(name) && !isDeepStrictEqual(before[name], after[name]))
  const places = before.maxParticipants !== after.maxParticipants && {
    fromPlaces: before.maxParticipants,
    toPlaces: after.maxParticipants,
  }
  const start = !isSame(before.startDate, after.startDate) && {
    fromStart: before.startDate?.toISOString() ?? null,
    toStart: after.startDate?.toISOString() ?? null,
  }
  const club = before.clubId !== after.clubId && { fromClub: before.clubId, toClub: after.clubId }
  return { fields: fields.join(' '), ...places, ...start, ...club }
}

async function updateOne(tx: SignedIn, id: number, body: ActivityBody) {
  const { db, actor } = tx
  const before = await requireActivity(tx, id, { organizer: actor, orHelper: true, isHeld: true })
  const after = merge(before, body)
  Object.assign(after, planWalls(after, after.timeZone, body, before))
  refuseLateChange(before, after)
  if (after.startDate && after.endDate && after.endDate < after.startDate)
    throw badInput({ endDate: fieldTexts.endsBeforeStart })
  if (after.clubId !== before.clubId) after.country = (await requireHost(tx, after.clubId)).country
  if (after.maxParticipants !== before.maxParticipants) await refuseTooFew(db, after)
  await replaceFiles(tx, before, after)
  await db
    .update(activities)
    .set({ ...body, startWall: after.startWall, endWall: after.endWall, ...changed })
    .where(eq(activities.id, id))
  await dropAnswers(db, id, before.questions, after.questions)
  const movedUp = after.status === 'planned' ? await moveUp(tx, after) : 0
  await recordEvent(tx, {
    kind: 'activity.updated',
    target: activityTarget(after),
    details: { ...whatChanged(before, after), movedUp },
    touches: before.title === after.title ? touches : touchesTitle,
  })
  const isElsewhere =
    !isSame(before.startDate, after.startDate) ||
    !isSame(before.endDate, after.endDate) ||
    before.location !== after.location
  if (after.status === 'planned' && isElsewhere) {
    await tellParticipants(tx, after, 'activity.changed', actor.id)
    if (!isSame(before.startDate, after.startDate)) await noteTold(tx.db, after)
  }
  return { before, after }
}
