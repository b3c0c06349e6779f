import { and, gt, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import {
  buildActivityFilter,
  resolveActivityAttachments,
  selectActivities,
} from '#server/features/activities/activities.queries.ts'
import { listVisibleParticipants } from '#server/features/activities/read-activity.service.ts'
import {
  listReadAnnouncements,
  maxUnreadShown,
} from '#server/features/announcements/announcements.service.ts'
import { readClub } from '#server/features/clubs/clubs.service.ts'
import { chooseVersion } from '#shared/language/choose-version.ts'

const activitiesShown = 3
/** Number of participants whose faces are shown. */
const facesShown = 3

type Row = Awaited<ReturnType<typeof selectActivities>>[number]

/** Adds the URL of the first picture to each activity, and chooses the title in the language of the reader. */
async function resolvePictures({ db }: SignedInContext, rows: Row[]) {
  const resolved = await resolveActivityAttachments(db, rows)
  return resolved.map(({ images, ...row }) => ({ ...chooseVersion(row), imageUrl: images[0]?.url ?? null }))
}

/** Lists planned and ongoing activities of the user, also from waiting lists; those without a date come last. */
async function listNextActivities(context: SignedInContext) {
  const { db, actor } = context
  const isMine = sql`${activities.id} in (
    select ${activityParticipants.activityId} from ${activityParticipants}
     where ${activityParticipants.userId} = ${actor.id})`
  const rows = await selectActivities(
    db,
    actor.id,
    and(isMine, inArray(activities.status, ['planned', 'ongoing'])),
  ).limit(activitiesShown)
  // The inner condition guarantees a status; the comparison only convinces the compiler.
  return (await resolvePictures(context, rows)).flatMap(({ myStatus, ...row }) =>
    myStatus ? [{ ...row, myStatus }] : [],
  )
}

/** Finds the next activity to join: of the user's club, otherwise of the country, otherwise of any club. */
async function suggestActivity(context: SignedInContext) {
  const { db, actor } = context
  for (const scope of ['club', 'country', 'all'] as const) {
    const filter = and(
      buildActivityFilter(actor, { scope, status: 'planned' }),
      gt(activities.startDate, sql`now()`),
    )
    const rows = await selectActivities(db, actor.id, filter).limit(1)
    const [found] = await resolvePictures(context, rows)
    if (found) return found
  }
  return null
}

/** Reads what a member sees first: club, next activities and announcements. */
export async function readMemberOverview(context: SignedInContext, unreadAnnouncementCount: number) {
  const { actor } = context
  const own = await listNextActivities(context)
  const [next] = own
  const missing = maxUnreadShown - unreadAnnouncementCount
  return {
    club: actor.clubId ? await readClub(context, actor.clubId) : null,
    activities: own,
    coming: next ? (await listVisibleParticipants(context, next.id, facesShown)).coming : [],
    suggestion: next ? null : await suggestActivity(context),
    readAnnouncements: missing > 0 ? await listReadAnnouncements(context, missing) : [],
  }
}
