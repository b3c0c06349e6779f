// Updates the kept account of a merge with the fields that it takes over from the removed account.
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import type { User } from '#server/features/users/access/require-access-to-user.service.ts'
import {
  decryptIdentityNumber,
  encryptIdentityNumber,
} from '#server/features/users/person-data/person.service.ts'
import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { mergedKeys, personFields } from '#shared/contracts/users/person-fields.ts'

type Columns = Partial<typeof users.$inferInsert>

/** Person fields that a merge copies unchanged. Identity number and membership number are handled separately. */
const copiedKeys = mergedKeys.filter(key => key !== 'icNumber' && key !== 'membershipNumber')

/** Re-encrypts the removed account's identity number, because the ciphertext is bound to its user row. */
function transferIcNumber({ secret }: Context, kept: User, gone: User): Columns {
  if (!gone.icEncrypted) return encryptIdentityNumber(secret, kept.id, null)
  return encryptIdentityNumber(secret, kept.id, decryptIdentityNumber(secret, gone.id, gone.icEncrypted))
}

function pickTakenColumns(context: Context, kept: User, gone: User, take: Set<MergedField>): Columns {
  const keys = copiedKeys.filter(key => take.has(personFields[key].mergedAs))
  return {
    ...Object.fromEntries(keys.map(key => [key, gone[key]])),
    ...(take.has('photograph') && { profileImageId: gone.profileImageId }),
    ...(take.has('icNumber') && transferIcNumber(context, kept, gone)),
  }
}

/** A merge makes a pending or rejected kept account active when the removed account was an approved member. */
function pickApprovalColumns(kept: User, gone: User): Columns {
  const isUnapproved = kept.status === 'pending' || kept.status === 'rejected'
  if (!isUnapproved || gone.status !== 'active') return {}
  return { status: 'active', approvedBy: gone.approvedBy, approvedAt: gone.approvedAt }
}

/**
 * Moves the membership number of the removed account if the administrator chose so or the kept account has none.
 * Erasing the removed account retired its number, so the retirement is undone here.
 */
async function transferMembershipNumber(
  { db }: Context,
  kept: User,
  gone: User,
  take: Set<MergedField>,
): Promise<void> {
  const isTaken = take.has('membershipNumber') || kept.membershipNumber === null
  if (!isTaken || gone.membershipNumber === null) return
  await db.execute(sql`delete from retired_numbers where hash = number_hash(${gone.membershipNumber})`)
  await db.update(users).set({ membershipNumber: gone.membershipNumber }).where(eq(users.id, kept.id))
}

/** Writes the merged values to the kept account of a merge, and returns the updated user. */
export async function writeMergedUser(
  tx: Context,
  kept: User,
  gone: User,
  take: Set<MergedField>,
  by: number,
): Promise<User> {
  const { db } = tx
  await transferMembershipNumber(tx, kept, gone, take)
  const [mergedUser] = await db
    .update(users)
    .set({
      ...pickTakenColumns(tx, kept, gone, take),
      ...pickApprovalColumns(kept, gone),
      invitationId: kept.invitationId ?? gone.invitationId,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, kept.id))
    .returning()
  if (!mergedUser) throw new Error('merging: the kept account no longer exists')
  const { id: userId, status, currentCountry, clubId } = mergedUser
  const hasMoved = status !== kept.status || currentCountry !== kept.currentCountry || clubId !== kept.clubId
  if (hasMoved) await db.insert(userHistory).values({ userId, status, currentCountry, clubId, changedBy: by })
  return mergedUser
}
