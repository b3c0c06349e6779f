// Reads the keys of a merged account that enrolled in an election. The account's owner votes with these keys.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import type { electionVoters } from '#server/db/schema/elections.ts'
import type { Election } from './elections.queries.ts'

/**
 * SQL condition on a row `w` of `key_wraps`: the copy belongs to a removed account that signed the enrolment with which
 * the surviving account votes in an election that is not closed.
 */
export const isVotingKeyOfMergedAccount: SQL = sql`exists (
  select from election_voters v join elections e on e.id = v.election_id
   where v.signed_user_id = w.user_id and v.user_id <> w.user_id and v.merged_at is null
     and e.status in ('roll_fixed', 'open'))`

/**
 * Returns the removed account that signed the caller's line of the roll, with the encrypted copies of its key seeds. Null
 * when the caller signed the line. Only the owner of the removed account can decrypt the copies.
 */
export async function readEncryptedKeysOfMergedAccount(
  { db }: SignedInContext,
  { status }: Election,
  { userId, signedUserId, card }: typeof electionVoters.$inferSelect,
) {
  if (signedUserId === userId || (status !== 'roll_fixed' && status !== 'open')) return null
  const { gen, kind, credentialId, blob } = keyWraps
  const isNewest = sql`${gen} = (select max(w.gen) from key_wraps w where w.user_id = ${signedUserId})`
  const wraps = await db
    .select({ gen, kind, credentialId, blob })
    .from(keyWraps)
    .where(and(eq(keyWraps.userId, signedUserId), isNewest))
    .orderBy(asc(keyWraps.id))
  return { userId: signedUserId, card, wraps }
}
