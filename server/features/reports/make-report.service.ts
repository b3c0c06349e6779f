import { and, eq, ne } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { groupEpochs } from '#server/db/schema/e2ee.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { readLog } from '#server/features/keys/read-roster.service.ts'
import { verify } from '#server/features/keys/verify.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import type { ReportBody } from '#shared/contracts/reports.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import { type Disclosed, readDisclosed, type Stored } from '#shared/e2ee/disclosed.ts'
import { readExtra } from '#shared/e2ee/extra.ts'
import { memberAt } from '#shared/e2ee/roster.ts'
import { sealedContent, sealedMark } from '#shared/e2ee/sealed.ts'
import { findModerators } from './moderators.queries.ts'

/** Of one person, a day. */
const most = { most: 20, minutes: 24 * 60 }

/** Of a group one is in, by somebody else, and not hidden: held, so that whoever hides it at this moment comes after. */
async function requireMessage({ db, actor }: SignedIn, id: number) {
  const [row] = await db
    .select({ message: messages, isEncrypted: messageGroups.encrypted })
    .from(messages)
    .innerJoin(messageGroups, eq(messageGroups.id, messages.groupId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, messages.groupId), eq(groupMembers.userId, actor.id)),
    )
    .where(and(eq(messages.id, id), ne(messages.senderId, actor.id)))
    .for('share', { of: messages })
  if (!row) throw notFound()
  if (row.message.hiddenFor) throw conflict('message_hidden')
  if (row.message.deletedAt) throw conflict('message_deleted')
  return { ...row.message, isEncrypted: row.isEncrypted }
}

type Reported = Awaited<ReturnType<typeof requireMessage>>

/** Signed by the keys that the group's own list has for its sender at that time: others may have been made up. */
async function isGenuine(db: Db, one: Disclosed, stored: Stored, of: string | null): Promise<boolean> {
  const said = await readDisclosed(one, stored, verify)
  const { roster } = await readLog(db, stored.groupId)
  const [epoch] = await db
    .select()
    .from(groupEpochs)
    .where(and(eq(groupEpochs.groupId, stored.groupId), eq(groupEpochs.eid, stored.mark.eid)))
  const { change } = said?.extra ?? {}
  // What was done to another message is not what this one says.
  if (stored.messageType === 'change' && (change?.op !== 'edit' || change.of !== (of ?? ''))) return false
  if (!said || !roster || !epoch || epoch.excluded.includes(stored.senderId)) return false
  const sender = memberAt(roster, stored.senderId, epoch.headSeq)
  return (
    sender !== undefined &&
    isSameCard(sender.card, one.card) &&
    said.head === roster.hashes[epoch.headSeq - 1]
  )
}

/** Of one that was changed what it says now, which was signed for itself. */
function saidNow({ revision, ...message }: Reported) {
  if (!revision) return message
  const { id: clientId, content, metadata } = revision
  return { messageType: 'change', clientId, content, metadata }
}

/** Left out: anybody in the group can read it, and so can the server. What is plain may look as if it were sealed. */
function sealedPlace(message: Reported): Stored | undefined {
  const { isEncrypted, groupId, senderId } = message
  const { messageType, clientId, content, metadata } = saidNow(message)
  const { data: mark } = sealedMark.safeParse((metadata as { e2ee?: unknown } | null)?.e2ee)
  if (!isEncrypted || !mark || !sealedContent.test(content)) return undefined
  return { groupId, senderId, messageType, clientId, mark }
}

/** What the report shows: of an encrypted message what was disclosed, if it holds; otherwise a copy. */
async function copyOf(db: Db, message: Reported, disclosed: Disclosed | undefined) {
  const stored = sealedPlace(message)
  if (!stored && !disclosed) {
    const { file } = readExtra(message.metadata)
    return { content: message.content, ...(file && message.fileId === file.id && { frame: { file } }) }
  }
  if (!stored || !disclosed || !(await isGenuine(db, disclosed, stored, message.clientId))) throw badInput()
  const { messageType, clientId, mark } = stored
  return { disclosed, frame: { messageType, clientId, mark } }
}

/** Word goes out once for a message, however many report it. */
async function isFirst(db: Db, messageId: number, reporterId: number): Promise<boolean> {
  const others = await db
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(
      and(
        eq(messageReports.messageId, messageId),
        eq(messageReports.status, 'open'),
        ne(messageReports.reporterId, reporterId),
      ),
    )
    .limit(1)
  return others.length === 0
}

export async function makeReport(context: SignedIn, body: ReportBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { reason, note, disclosed } = body
    const message = await requireMessage(tx, body.messageId)
    const { id: messageId, groupId, senderId } = message
    const copy = await copyOf(db, message, disclosed)
    const [report] = await db
      .insert(messageReports)
      .values({ messageId, groupId, senderId, reporterId: actor.id, reason, note, ...copy })
      .onConflictDoNothing()
      .returning({ id: messageReports.id })
    if (!report) return
    await limitAttempts(tx, { key: limitKey('reports', String(actor.id)), ...most })
    const users = await findModerators(db, report.id)
    await recordEvent(tx, {
      kind: 'message.reported',
      details: { messageId, reason },
      // Of no country: who reported is for headquarters to know.
      target: { type: 'group', id: groupId, country: null },
      ...((await isFirst(db, messageId, actor.id)) && {
        notify: { users, kind: 'report.made', params: { groupId } },
      }),
      touches: { topics: ['reports'], to: { users } },
    })
  })
}
