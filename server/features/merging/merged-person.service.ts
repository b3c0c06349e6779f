// What the person is after two accounts became one: the fields of the one that stays, and those it takes over.
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { openIcNumber, sealIcNumber } from '#server/features/users/person.service.ts'
import type { User } from '#server/features/users/require-user.service.ts'
import type { MergedField } from '#shared/contracts/merging.ts'

type Columns = Partial<typeof users.$inferInsert>

const columnsOf: Record<Exclude<MergedField, 'icNumber' | 'membershipNumber'>, (keyof Columns)[]> = {
  fullName: ['fullName'],
  phone: ['phone'],
  birthState: ['birthState'],
  place: ['currentCountry', 'clubId'],
  institution: ['institution'],
  course: ['course'],
  educationLevel: ['educationLevel'],
  years: ['startYear', 'endYear'],
  socialMedia: ['socialMedia'],
  photograph: ['profileImageId'],
}

/** Sealed for the row it stands in, so it is opened with the one and sealed for the other. */
function numberOf({ secret }: Context, kept: User, gone: User): Columns {
  if (!gone.icEncrypted) return sealIcNumber(secret, kept.id, null)
  return sealIcNumber(secret, kept.id, openIcNumber(secret, gone.id, gone.icEncrypted))
}

function takenOver(context: Context, kept: User, gone: User, take: Set<MergedField>): Columns {
  const plain = (Object.keys(columnsOf) as (keyof typeof columnsOf)[])
    .filter(field => take.has(field))
    .flatMap(field => columnsOf[field])
  return {
    ...Object.fromEntries(plain.map(column => [column, gone[column as keyof User]])),
    ...(take.has('icNumber') && numberOf(context, kept, gone)),
  }
}

/** Whoever applies and is a member already is one: whoever makes them one account decides that. */
function standingOf(kept: User, gone: User): Columns {
  const isWaiting = kept.status === 'pending' || kept.status === 'rejected'
  if (!isWaiting || gone.status !== 'active') return {}
  return { status: 'active', approvedBy: gone.approvedBy, approvedAt: gone.approvedAt }
}

/**
 * The row that goes has been emptied by now, and its number retired with it. One that is taken over is the only one to
 * come back: it is still the same person's.
 */
async function takeNumber({ db }: Context, kept: User, gone: User, take: Set<MergedField>): Promise<void> {
  const isTaken = take.has('membershipNumber') || kept.membershipNumber === null
  if (!isTaken || gone.membershipNumber === null) return
  await db.execute(sql`delete from retired_numbers where hash = number_hash(${gone.membershipNumber})`)
  await db.update(users).set({ membershipNumber: gone.membershipNumber }).where(eq(users.id, kept.id))
}

/** Answers what the person is now. */
export async function writeMerged(
  tx: Context,
  kept: User,
  gone: User,
  take: Set<MergedField>,
  by: number,
): Promise<User> {
  const { db } = tx
  await takeNumber(tx, kept, gone, take)
  const [now] = await db
    .update(users)
    .set({
      ...takenOver(tx, kept, gone, take),
      ...standingOf(kept, gone),
      invitationId: kept.invitationId ?? gone.invitationId,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, kept.id))
    .returning()
  if (!now) throw new Error('the account that stays is gone')
  const { id: userId, status, currentCountry, clubId } = now
  const hasMoved = status !== kept.status || currentCountry !== kept.currentCountry || clubId !== kept.clubId
  if (hasMoved) await db.insert(userHistory).values({ userId, status, currentCountry, clubId, changedBy: by })
  return now
}
