import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { clubs, files, users } from '#server/db/schema/core.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { notFound } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import { openFileWithoutPermissionCheck } from '#server/features/files/files.service.ts'
import type { ReportsQuery } from '#shared/contracts/reports/reports.schemas.ts'
import type { EncryptionMark } from '#shared/e2ee/encrypted-message.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { getChatGroupName } from '#shared/names/stored-names.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { canDecideReport, moderators } from './moderators.queries.ts'

const reporters = alias(users, 'reporters')
const isOpen = eq(messageReports.status, 'open')

/** Lists open message reports that the actor may decide. Only headquarters administrators see who reported a message. */
export async function listReports({ db, actor }: SignedInContext, { before, limit }: ReportsQuery) {
  const isHeadquarters = getPermissionScopeOfActor(actor).over === 'all'
  const rows = await db
    .select({
      id: messageReports.id,
      reason: messageReports.reason,
      note: messageReports.note,
      createdAt: messageReports.createdAt,
      content: messageReports.content,
      disclosed: messageReports.disclosed,
      group: {
        id: messageGroups.id,
        name: messageGroups.name,
        type: messageGroups.type,
        country: messageGroups.country,
        direct: sql<boolean>`${messageGroups.directKey} is not null`,
      },
      file: sql<AttachedFile | null>`${messageReports.frame}->'file'`,
      message: {
        clientId: sql<string | null>`coalesce(${messageReports.frame}->>'clientId', ${messages.clientId})`,
        messageType: sql<string>`coalesce(${messageReports.frame}->>'messageType', ${messages.messageType})`,
        createdAt: messages.createdAt,
        mark: sql<EncryptionMark | null>`case when ${messageReports.disclosed} is not null 
          then coalesce(${messageReports.frame}->'mark', ${messages.metadata}->'e2ee') end`,
      },
      sender: { id: users.id, ...buildUserNameAndImageColumns(users) },
      reporter: { id: reporters.id, ...buildUserNameAndImageColumns(reporters) },
    })
    .from(messageReports)
    .innerJoin(messages, eq(messages.id, messageReports.messageId))
    .innerJoin(messageGroups, eq(messageGroups.id, messageReports.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(users, eq(users.id, messageReports.senderId))
    .innerJoin(reporters, eq(reporters.id, messageReports.reporterId))
    .innerJoin(moderators, eq(moderators.id, actor.id))
    .where(and(isOpen, canDecideReport, before ? lt(messageReports.id, before) : undefined))
    .orderBy(desc(messageReports.id))
    .limit(limit)
  return rows.map(({ reporter, group, ...row }) => ({
    ...row,
    group: { ...group, name: getChatGroupName({ ...group, isDirect: group.direct }) },
    reporter: isHeadquarters ? reporter : null,
  }))
}

export async function countOpenReports({ db, actor }: SignedInContext): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(messageReports)
    .innerJoin(messageGroups, eq(messageGroups.id, messageReports.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(moderators, eq(moderators.id, actor.id))
    .where(and(isOpen, canDecideReport))
  return row?.count ?? 0
}

/** Loads a report that the actor is allowed to moderate, whether it is open or decided. Throws 404 otherwise. */
export async function requireReportModeratedByCaller({ db, actor }: SignedInContext, id: number) {
  const [row] = await db
    .select({
      report: messageReports,
      country: sql<string | null>`coalesce(${messageGroups.country}, ${clubs.country})`,
    })
    .from(messageReports)
    .innerJoin(messageGroups, eq(messageGroups.id, messageReports.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(moderators, eq(moderators.id, actor.id))
    .where(and(eq(messageReports.id, id), canDecideReport))
  if (!row) throw notFound()
  return { ...row.report, country: row.country }
}

/** Opens the file of a reported message for moderators of the report, who need not be members of the group. */
export async function openReportedFile(context: SignedInContext, id: number) {
  const { messageId, status } = await requireReportModeratedByCaller(context, id)
  const [found] = await context.db
    .select({ file: files })
    .from(messages)
    .innerJoin(files, eq(files.id, messages.fileId))
    .where(eq(messages.id, messageId))
  if (!found || status !== 'open') throw notFound()
  return openFileWithoutPermissionCheck(context, found.file, false)
}
