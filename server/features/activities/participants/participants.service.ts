import { and, asc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { readRowsInChunks } from '#server/db/sql/paging.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { buildActivityAuditTarget, requireActivity } from '#server/features/activities/activities.service.ts'
import type { AttendanceBody } from '#shared/contracts/activities/activities.schemas.ts'
import type { Question } from '#shared/contracts/activities/questions.schemas.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { formatIsoDay } from '#shared/time/kuala-lumpur-calendar.ts'
import { exportText } from '#texts/exports.ts'
import { participantStatusLabels } from '#texts/labels.ts'
import { participantInvalidation } from './join-activity.service.ts'

const { activityId, userId, status } = activityParticipants
const isWaiting = sql<boolean>`(${status} = 'waiting')`

/**
 * Selects participants in the order of joining, confirmed ones before waiting ones.
 * Only names and clubs are selected, because some participants are outside the organizer's scope.
 */
function selectParticipants(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      profileImageUrl: buildImageUrlSql(users.profileImageId),
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
  context: SignedInContext,
  id: number,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { db, actor } = context
  await requireActivity(context, id, { organizer: actor, orHelper: true, isLocked: false })
  const isOfActivity = eq(activityId, id)
  const rows = await selectParticipants(db, isOfActivity)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await db.$count(activityParticipants, isOfActivity) }
}

/** Marks the given participants as present or absent. Users who are no confirmed participants are skipped. */
export async function markAttendance(
  context: SignedInContext,
  id: number,
  body: AttendanceBody,
): Promise<number> {
  return context.transaction(async tx => {
    const activity = await requireActivity(tx, id, { organizer: tx.actor, orHelper: true, isLocked: true })
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
    await recordAuditEvent(tx, {
      kind: 'activity.attendance_marked',
      target: buildActivityAuditTarget(activity),
      details: { attended: body.attended, count },
      touches: participantInvalidation,
    })
    return count
  })
}

type Participant = Awaited<ReturnType<typeof selectParticipants>>[number]

/** Columns of the participant export: the fixed fields, then one column per activity question. */
function buildParticipantExportColumns(questions: Question[]): ExportColumns<Participant> {
  const titles = exportText.participants
  return [
    [titles.fullName, row => row.fullName],
    [titles.club, row => row.clubName],
    [titles.status, row => participantStatusLabels[row.status]],
    [titles.joinedOn, row => formatIsoDay(row.createdAt)],
    ...questions.map(({ id, text }): ExportColumns<Participant>[number] => [
      text,
      row => row.answers[id] ?? null,
    ]),
    [titles.attendedAt, row => row.attendedAt?.toISOString() ?? null],
  ]
}

/** SQL condition for keyset paging: the participant follows the given participant in the order of the export. */
function buildParticipantCursorCondition({ isWaiting: waits, place }: Participant): SQL | undefined {
  const hasHigherId = gt(activityParticipants.id, place)
  return waits
    ? and(eq(status, 'waiting'), hasHigherId)
    : or(eq(status, 'waiting'), and(ne(status, 'waiting'), hasHigherId))
}

function streamParticipants(context: SignedInContext, id: number): AsyncGenerator<Participant[]> {
  return readRowsInChunks<Participant>(async (last, limit) => {
    const { db, actor } = await context.reauthorize()
    await requireActivity(context, id, { organizer: actor, orHelper: true, isLocked: false })
    return selectParticipants(
      db,
      and(eq(activityId, id), last && buildParticipantCursorCondition(last)),
    ).limit(limit)
  })
}

export async function exportParticipants(context: SignedInContext, id: number, format: ExportFormat) {
  const { questions } = await context.transaction(async tx => {
    const activity = await requireActivity(tx, id, { organizer: tx.actor, orHelper: true, isLocked: false })
    await recordAuditEvent(tx, {
      kind: 'activity.exported',
      target: buildActivityAuditTarget(activity),
      details: { format },
    })
    return activity
  })
  return exportRowsAsCsvOrXlsx(
    exportText.participants.sheet,
    format,
    buildParticipantExportColumns(questions),
    streamParticipants(context, id),
  )
}
