import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { notFound } from '#server/errors.ts'
import { birthDayFromIcNumber, birthStateFromIcNumber } from '#shared/ic-number.ts'
import { findAlike } from './alike.queries.ts'
import { openRow } from './open-row.ts'
import { readIcNumber } from './read-ic-number.ts'
import { detailColumns, rowColumns, withinSight } from './users.queries.ts'

/** Somebody who waits, and what there is to decide by. Whoever was decided about meanwhile is no longer found. */
export async function readApplication(context: SignedIn, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({ row: rowColumns, detail: detailColumns, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(users.id, id), eq(users.status, 'pending'), withinSight(actor)))
  if (!found) throw notFound()
  const { row, detail, emailConfirmedAt } = found
  return {
    ...openRow(context, row),
    ...detail,
    ...saidByNumber(context, row),
    emailConfirmedAt,
    ...(await readPast(db, row)),
    likely: await readLikely(context, id),
    invitedBy: await readInviter(db, id),
  }
}

/** Where and when the owner of the number was born; the number itself stays masked. */
function saidByNumber(
  context: SignedIn,
  { id, icEncrypted }: Pick<typeof users.$inferSelect, 'id' | 'icEncrypted'>,
) {
  const digits = (icEncrypted && readIcNumber(context, id, icEncrypted)) ?? ''
  return {
    numberBirthDay: birthDayFromIcNumber(digits) ?? null,
    numberBirthState: birthStateFromIcNumber(digits) ?? null,
  }
}

/** Others within reach who may be the same person, but those of whom somebody has said that they are not. */
async function readLikely({ db, actor }: SignedIn, id: number) {
  const alike = new Map((await findAlike(db, [id])).map(({ otherId, why }) => [otherId, why]))
  if (alike.size === 0) return []
  const found = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      status: users.status,
      membershipNumber: users.membershipNumber,
      clubName: clubs.name,
    })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(
      and(
        inArray(users.id, [...alike.keys()]),
        withinSight(actor),
        sql`not exists (select from likely_pairs p where p.dismissed_at is not null
          and p.low_id = least(${users.id}, ${id}::int) and p.high_id = greatest(${users.id}, ${id}::int))`,
      ),
    )
    .orderBy(users.id)
    .limit(5)
  return found.map(person => ({ ...person, why: alike.get(person.id) ?? 'same_name' }))
}

/** Whose invitation they came by. */
async function readInviter(db: Db, id: number) {
  const inviters = alias(users, 'inviters')
  const [found] = await db
    .select({ fullName: inviters.fullName })
    .from(users)
    .innerJoin(invitations, eq(invitations.id, users.invitationId))
    .innerJoin(inviters, eq(inviters.id, invitations.createdBy))
    .where(and(eq(users.id, id), isNull(inviters.erasedAt)))
  return found?.fullName ?? null
}

async function readPast(db: Db, { id, createdAt }: { id: number; createdAt: Date }) {
  const past = await db
    .select({ status: userHistory.status, reason: userHistory.reason, createdAt: userHistory.createdAt })
    .from(userHistory)
    .where(eq(userHistory.userId, id))
    .orderBy(desc(userHistory.createdAt), desc(userHistory.id))
    .limit(50)
  const rejected = past.filter(({ status }) => status === 'rejected')
  // A move while waiting is written down as well, and is not where the waiting began.
  const decided = past.findIndex(({ status }) => status !== 'pending')
  const waiting = decided === -1 ? past : past.slice(0, decided)
  return {
    waitingSince: waiting.at(-1)?.createdAt ?? createdAt,
    rejections: { count: rejected.length, lastReason: rejected[0]?.reason ?? null },
  }
}
