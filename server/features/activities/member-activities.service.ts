// Activities on a member's dashboard: those that the member has joined, and a suggestion to join.
import { and, gt, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import {
  addAttachmentDetailsToActivities,
  buildActivityFilterSql,
  buildActivityListQuery,
} from './activities.queries.ts'
import { listVisibleParticipants } from './read-activity.service.ts'

const activitiesShown = 3
/** Number of participants whose photos the activity card of the dashboard shows. */
const facesShown = 3

type Row = Awaited<ReturnType<typeof buildActivityListQuery>>[number]

/** Adds the URL of the first image to each activity, and picks the title in the reader's language. */
async function addPicturesToActivities({ db }: SignedInContext, rows: Row[]) {
  const resolved = await addAttachmentDetailsToActivities(db, rows)
  return resolved.map(({ images, ...row }) => ({
    ...putTranslationInReaderLanguageFirst(row),
    imageUrl: images[0]?.url ?? null,
  }))
}

/** Lists planned and ongoing activities that the user joined or waits for. Activities without a date come last. */
export async function listUpcomingActivitiesOfMember(context: SignedInContext) {
  const { db, actor } = context
  const isMine = sql`${activities.id} in (
    select ${activityParticipants.activityId} from ${activityParticipants}
     where ${activityParticipants.userId} = ${actor.id})`
  const rows = await buildActivityListQuery(
    db,
    actor.id,
    and(isMine, inArray(activities.status, ['planned', 'ongoing'])),
  ).limit(activitiesShown)
  // The SQL join guarantees a participation status in every row; the check narrows the type for the compiler.
  return (await addPicturesToActivities(context, rows)).flatMap(({ myStatus, ...row }) =>
    myStatus ? [{ ...row, myStatus }] : [],
  )
}

/** Lists the first few participants of an activity, only those whose names and photos the user may see. */
export async function listFirstParticipantsVisibleToUser(context: SignedInContext, activityId: number) {
  return (await listVisibleParticipants(context, activityId, facesShown)).coming
}

/** Suggests the next activity that the user can join: of the club, else of the country, else of any club. */
export async function suggestActivityToJoin(context: SignedInContext) {
  const { db, actor } = context
  for (const scope of ['club', 'country', 'all'] as const) {
    const filter = and(
      buildActivityFilterSql(actor, { scope, status: 'planned' }),
      gt(activities.startDate, sql`now()`),
    )
    const rows = await buildActivityListQuery(db, actor.id, filter).limit(1)
    const [found] = await addPicturesToActivities(context, rows)
    if (found) return found
  }
  return null
}
