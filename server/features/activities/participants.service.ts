import { and, asc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { walk } from '#server/db/paging.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import { dayOf } from '#shared/calendar.ts'
import type { AttendanceBody } from '#shared/contracts/activities.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import type { Question } from '#shared/contracts/questions.ts'
import { participantStatusLabels } from '#shared/labels.ts'
import { activityTarget, requireActivity } from './activities.service.ts'
import { counted } from './join-activity.service.ts'

const { activityId, userId, status } = activityParticipants
const isWaiting = sql<boolean>`(${status} = 'waiting')`

/** Who has a place before who waits, each in the order of asking. Names and clubs only: some are not within reach. */
function selectParticipants(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      profileImageUrl: imageUrl(users.profileImageId),
      clubName: clubs.name,
      status,
      answers: activityParticipants.answers,
      createdAt: activityParticipants.createdAt,
      attendedAt: activityParticipants.attendedAt,
      place: activityParticipants.id,
      isWaiting,
    })
    .from(activityParticipants)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(where)
    .orderBy(isWaiting, asc(activityParticipants.id))
    .$dynamic()
}

export async function listParticipants(
  context: SignedIn,
  id: number,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { db, actor } = context
  await requireActivity(context, id, { organizer: actor, orHelper: true, isHeld: false })
  const ofThis = eq(activityId, id)
  const rows = await selectParticipants(db, ofThis)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await db.$count(activityParticipants, ofThis) }
}

/** Only of those who have a place; whoever is not among them is passed over. */
export async function markAttendance(context: SignedIn, id: number, body: AttendanceBody): Promise<number> {
  return context.transaction(async tx => {
    const activity = await requireActivity(tx, id, { organizer: tx.actor, orHelper: true, isHeld: true })
    if (activity.status !== 'ongoing' && activity.status !== 'completed')
      throw conflict('attendance_too_early')
    const [from, to] = body.attended
      ? (['registered', 'attended'] as const)
      : (['attended', 'registered'] as const)
    const { rowCount } = await tx.db
      .update(activityParticipants)
      .set({
        status: to,
        attendedAt: body.attended ? sql`now()` : null,
        markedAt: sql`now()`,
        markedBy: tx.actor.id,
        markId: null,
      })
      .where(and(eq(activityId, id), eq(status, from), inArray(userId, body.userIds)))
    const count = rowCount ?? 0
    if (count === 0) return 0
    await recordEvent(tx, {
      kind: 'activity.attendance_marked',
      target: activityTarget(activity),
      details: { attended: body.attended, count },
      touches: counted,
    })
    return count
  })
}

type Participant = Awaited<ReturnType<typeof selectParticipants>>[number]

/** What was asked stands behind what is always there, a column each. */
const columnsFor = (asked: Question[]): Columns<Participant> => [
  ['Nama Penuh', row => row.fullName],
  ['Kelab', row => row.clubName],
  ['Status', row => participantStatusLabels[row.status]],
  ['Tarikh Menyertai', row => dayOf(row.createdAt)],
  ...asked.map(({ id, text }): Columns<Participant>[number] => [text, row => row.answers[id] ?? null]),
  ['Hadir Pada', row => row.attendedAt?.toISOString() ?? null],
]

function behind({ isWaiting: waits, place }: Participant): SQL | undefined {
  const further = gt(activityParticipants.id, place)
  return waits
    ? and(eq(status, 'waiting'), further)
    : or(eq(status, 'waiting'), and(ne(status, 'waiting'), further))
}

function walkParticipants(context: SignedIn, id: number): AsyncGenerator<Participant[]> {
  return walk<Participant>(async (last, limit) => {
    const { db, actor } = await context.judgedAgain()
    await requireActivity(context, id, { organizer: actor, orHelper: true, isHeld: false })
    return selectParticipants(db, and(eq(activityId, id), last && behind(last))).limit(limit)
  })
}

export async function exportParticipants(context: SignedIn, id: number, format: ExportFormat) {
  const { questions } = await context.transaction(async tx => {
    const activity = await requireActivity(tx, id, { organizer: tx.actor, orHelper: true, isHeld: false })
    await recordEvent(tx, {
      kind: 'activity.exported',
      target: activityTarget(activity),
      details: { format },
    })
    return activity
  })
  return exportTable('Peserta', format, columnsFor(questions), walkParticipants(context, id))
}
