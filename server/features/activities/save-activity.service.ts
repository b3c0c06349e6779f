import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, ne } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { AppError, badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import {
  countConfirmedParticipants,
  promoteWaitingParticipants,
} from '#server/features/activities/participants/join-activity.service.ts'
import { notifyActivityParticipants } from '#server/features/activities/participants/notify-participants.service.ts'
import { deleteAnswersToRemovedQuestions } from '#server/features/activities/participants/questions.service.ts'
import { buildColumnsThatMarkRemindersAsSent } from '#server/features/activities/reminders/remind-participants-of-upcoming-activities.service.ts'
import {
  createSeriesRepetitions,
  listFilesUsedInSeries,
  listLaterActivitiesOfSeries,
  mergeChangesIntoSeriesActivity,
} from '#server/features/activities/series/series.service.ts'
import { deleteFileRowAndContent, markUploadAsAttached } from '#server/features/files/files.service.ts'
import { getCurrentLanguageToStoreInDatabase } from '#server/language.ts'
import type { ActivityBody, NewActivityBody } from '#shared/contracts/activities/activities.schemas.ts'
import { can } from '#shared/policies.ts'
import {
  convertInstantsToPlannedWallTimes,
  type Instants,
  isSameWallTime,
  type WallTimes,
} from '#shared/time/planned-times.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { fieldTexts } from '#texts/errors.ts'
import { versionFieldErrors } from '#texts/versions.ts'
import {
  type Activity,
  buildActivityAuditTarget,
  requireActivity,
  revisionColumns,
  touches,
} from './activities.service.ts'

/** Locks the host club of an activity against deactivation. The club must be active and in the actor's scope. */
async function requireHostClub(
  { db, actor }: SignedInContext,
  clubId: number | null,
): Promise<{ country: string | null; timeZone: string }> {
  if (clubId === null) {
    if (!can(actor, 'activities.manage', { club: null })) throw forbidden()
    return { country: null, timeZone: headquartersTimeZone }
  }
  const [club] = await db.select().from(clubs).where(eq(clubs.id, clubId)).for('share')
  if (!club || !can(actor, 'activities.manage', { club })) throw notFound()
  if (!club.isActive) throw conflict('club_inactive')
  return club
}

const subtractList = (list: string[], ...others: string[][]) => {
  const excluded = new Set(others.flat())
  return list.filter(item => !excluded.has(item))
}

const kinds = [
  ['images', 'activity_image'],
  ['documents', 'activity_document'],
] as const

/** Attaches added files to an activity and deletes removed files that no other activity of its series uses. */
async function replaceActivityFiles(tx: SignedInContext, before: Activity, after: Activity): Promise<void> {
  if (kinds.every(([list]) => isDeepStrictEqual(before[list], after[list]))) return
  const shared = await listFilesUsedInSeries(tx, before)
  for (const [list, kind] of kinds) {
    for (const id of subtractList(after[list], before[list], shared[list]))
      await markUploadAsAttached(tx, id, kind)
    for (const id of subtractList(before[list], after[list], shared[list]))
      await deleteFileRowAndContent(tx, id)
  }
}

async function listClubMembers(db: Db, clubId: number | null, except: number): Promise<number[]> {
  if (clubId === null) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clubId, clubId), eq(users.status, 'active'), ne(users.id, except)))
  return rows.map(({ id }) => id)
}

/** Returns an activity's planned local times. Throws 400 when a submitted local time contradicts its timestamp. */
function planWallTimes(
  instants: Instants,
  timeZone: string,
  submitted: { [Name in keyof WallTimes]?: string | null },
  before?: WallTimes,
): WallTimes {
  const planned = { startWall: null, endWall: null, ...before }
  for (const name of ['startWall', 'endWall'] as const) planned[name] = submitted[name] ?? planned[name]
  const walls = convertInstantsToPlannedWallTimes(instants, timeZone, planned)
  for (const [name, date] of [
    ['startWall', 'startDate'],
    ['endWall', 'endDate'],
  ] as const) {
    const wall = submitted[name]
    if (wall && !isSameWallTime(wall, walls[name])) throw badInput({ [date]: fieldTexts.otherWall })
  }
  return walls
}

/** Returns the activity's second-language fields: null to remove the version, undefined to leave it unchanged. */
function getSecondLanguageVersion({
  secondLanguage,
  secondTitle,
  secondDescription,
}: NewActivityBody | ActivityBody) {
  if (secondLanguage === undefined) return { secondTitle: undefined, secondDescription: undefined }
  return secondLanguage === null
    ? { secondLanguage, secondTitle: null, secondDescription: null }
    : { secondLanguage, secondTitle, secondDescription: secondDescription ?? null }
}

type Versions = Pick<Activity, 'language' | 'secondLanguage' | 'description' | 'secondDescription'>

/**
 * Rejects two versions of an activity in the same language, and a description that only one version has, because
 * readers of the other version would miss it.
 */
function rejectIncompleteSecondLanguage({
  language,
  secondLanguage,
  description,
  secondDescription,
}: Versions): void {
  if (secondLanguage === null) return
  if (secondLanguage === language) throw badInput({ secondLanguage: versionFieldErrors.sameLanguage })
  if (description && !secondDescription) throw badInput({ secondDescription: versionFieldErrors.body })
  if (!description && secondDescription) throw badInput({ secondDescription: versionFieldErrors.noBody })
}

/** Creates an activity or a series. Club members are notified; an activity without a club notifies nobody. */
export async function createActivity(context: SignedInContext, body: NewActivityBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const { clubId = null, repeat, ...submitted } = body
    const language = body.language ?? getCurrentLanguageToStoreInDatabase() ?? tx.settings.DEFAULT_LANGUAGE
    const rest = { ...submitted, language, ...getSecondLanguageVersion(body) }
    const { description = null, secondLanguage = null, secondDescription = null } = rest
    rejectIncompleteSecondLanguage({ language, description, secondLanguage, secondDescription })
    const host = await requireHostClub(tx, clubId)
    const { country } = host
    const { startDate = null, endDate = null, timeZone = host.timeZone } = rest
    const walls = planWallTimes({ startDate, endDate }, timeZone, rest)
    const seriesId = repeat ? randomUUID() : null
    for (const [list, kind] of kinds)
      for (const file of body[list] ?? []) await markUploadAsAttached(tx, file, kind)
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
    if (!created) throw new Error('createActivity: the insert returned no row')
    const { id } = created
    await recordAuditEvent(tx, {
      kind: 'activity.created',
      target: buildActivityAuditTarget({ id, country }),
      notify: {
        users: await listClubMembers(db, clubId, actor.id),
        kind: 'activity.created',
        params: { activityId: id },
      },
      touches,
    })
    if (repeat && seriesId && walls.startWall) {
      const { startWall, endWall } = walls
      const template = { ...rest, clubId, timeZone, organizerId: actor.id, seriesId, startWall, endWall }
      await createSeriesRepetitions(tx, template, repeat, country)
    }
    return id
  })
}

const areTimesEqual = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** Rejects changes of start, capacity, club and questions of an activity after it has begun. */
function rejectChangeAfterStart(before: Activity, after: Activity): void {
  const changesFixedField =
    !areTimesEqual(before.startDate, after.startDate) ||
    before.maxParticipants !== after.maxParticipants ||
    before.clubId !== after.clubId ||
    !isDeepStrictEqual(before.questions, after.questions)
  const changesEnd = !areTimesEqual(before.endDate, after.endDate)
  if (before.status !== 'planned' && changesFixedField) throw conflict('activity_begun')
  // The end of an activity can be changed while the activity is in progress.
  if (before.status !== 'planned' && before.status !== 'ongoing' && changesEnd)
    throw conflict('activity_begun')
}

/** Rejects a capacity of an activity below the number of its confirmed participants. */
async function rejectFewerPlacesThanParticipants(db: Db, after: Activity): Promise<void> {
  const confirmed = await countConfirmedParticipants(db, after.id)
  if (after.maxParticipants === null || after.maxParticipants >= confirmed) return
  const message = fieldTexts.tooFewPlaces({ confirmed })
  throw new AppError(409, 'places_taken', { fields: { maxParticipants: message } })
}

function mergeActivityChanges(before: Activity, body: ActivityBody): Activity {
  const submitted = Object.entries(body).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(submitted) }
}

/** Marks activity reminders as sent for participants who have just been notified of the activity's new start. */
async function markDueRemindersAsSent(db: Db, { id, startDate }: Activity): Promise<void> {
  await db
    .update(activityParticipants)
    .set(buildColumnsThatMarkRemindersAsSent(startDate))
    .where(and(eq(activityParticipants.activityId, id), eq(activityParticipants.status, 'registered')))
}

/** When an activity's title changes, clients reload activities, notifications and audit log, which show the title. */
const touchesTitle = { ...touches, topics: [...touches.topics, 'activityTitle' as const] }

/** Updates an activity and, if requested, makes the same changes to the later activities of its series. */
export async function updateActivity(context: SignedInContext, id: number, body: ActivityBody) {
  const { scope, ...rest } = body
  const { description, language, secondLanguage } = rest
  const changesVersions = [description, language, secondLanguage].some(value => value !== undefined)
  await context.transaction(async tx => {
    const { before, after } = await updateOneActivity(
      tx,
      id,
      { ...rest, ...getSecondLanguageVersion(rest) },
      changesVersions ? rejectIncompleteSecondLanguage : undefined,
    )
    if (scope !== 'following') return
    for (const next of await listLaterActivitiesOfSeries(tx, before)) {
      await updateOneActivity(tx, next.id, mergeChangesIntoSeriesActivity(next, before, after))
    }
  })
}

/** Builds audit details of an activity update: changed fields, and values of capacity, start and club. */
function describeActivityChanges(before: Activity, after: Activity) {
  const names = Object.keys(after) as (keyof Activity)[]
  // The audit log omits planned local times, because startDate and endDate show the same change.
  const isChangeReported = (name: keyof Activity) => name !== 'startWall' && name !== 'endWall'
  const fields = names.filter(name => isChangeReported(name) && !isDeepStrictEqual(before[name], after[name]))
  const places = before.maxParticipants !== after.maxParticipants && {
    fromPlaces: before.maxParticipants,
    toPlaces: after.maxParticipants,
  }
  const start = !areTimesEqual(before.startDate, after.startDate) && {
    fromStart: before.startDate?.toISOString() ?? null,
    toStart: after.startDate?.toISOString() ?? null,
  }
  const club = before.clubId !== after.clubId && { fromClub: before.clubId, toClub: after.clubId }
  return { fields: fields.join(' '), ...places, ...start, ...club }
}

/** Updates one activity. The function `check` rejects invalid combinations of submitted and stored values. */
async function updateOneActivity(
  tx: SignedInContext,
  id: number,
  body: ActivityBody,
  check?: (after: Activity) => void,
) {
  const { db, actor } = tx
  const before = await requireActivity(tx, id, { organizer: actor, orHelper: true, isLocked: true })
  const after = mergeActivityChanges(before, body)
  check?.(after)
  Object.assign(after, planWallTimes(after, after.timeZone, body, before))
  rejectChangeAfterStart(before, after)
  if (after.startDate && after.endDate && after.endDate < after.startDate)
    throw badInput({ endDate: fieldTexts.endsBeforeStart })
  if (after.clubId !== before.clubId) after.country = (await requireHostClub(tx, after.clubId)).country
  if (after.maxParticipants !== before.maxParticipants) await rejectFewerPlacesThanParticipants(db, after)
  await replaceActivityFiles(tx, before, after)
  await db
    .update(activities)
    .set({ ...body, startWall: after.startWall, endWall: after.endWall, ...revisionColumns })
    .where(eq(activities.id, id))
  await deleteAnswersToRemovedQuestions(db, id, before.questions, after.questions)
  const movedUp = after.status === 'planned' ? await promoteWaitingParticipants(tx, after) : 0
  await recordAuditEvent(tx, {
    kind: 'activity.updated',
    target: buildActivityAuditTarget(after),
    details: { ...describeActivityChanges(before, after), movedUp },
    touches:
      before.title === after.title && before.secondTitle === after.secondTitle ? touches : touchesTitle,
  })
  const isRescheduled =
    !areTimesEqual(before.startDate, after.startDate) ||
    !areTimesEqual(before.endDate, after.endDate) ||
    before.location !== after.location
  if (after.status === 'planned' && isRescheduled) {
    await notifyActivityParticipants(tx, after, 'activity.changed', actor.id)
    if (!areTimesEqual(before.startDate, after.startDate)) await markDueRemindersAsSent(tx.db, after)
  }
  return { before, after }
}
