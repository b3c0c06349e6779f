// Key dependents: data of a user that would be lost if the user's keys were replaced without the old keys.
// Publishing, withdrawing and replacing keys check the same SQL conditions, which are defined only once.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'

/** SQL conditions that are true when data was encrypted to the user's published keys, or signed with them. */
const usages: ((userId: number) => SQL)[] = [
  userId => sql`exists (select from epoch_boxes where user_id = ${userId})`,
  userId => sql`exists (
    select from group_members m join group_roster r on r.group_id = m.group_id
      join user_keys k on k.user_id = m.user_id
     where m.user_id = ${userId} and position(k.card->>'sign' in r.body) > 0)`,
  // SQL condition: the user is a voter or trustee of an unfinished election, and needs the keys until its end.
  userId => sql`exists (
    select from elections e where e.status not in ('draft', 'published', 'annulled')
       and (exists (select from election_voters v where v.election_id = e.id and v.user_id = ${userId})
         or exists (select from election_trustee_secrets s where s.election_id = e.id and s.user_id = ${userId})))`,
]

/**
 * Returns true once published keys of the user were used for group keys, signed member lists of groups or elections.
 */
export async function haveEncryptionKeysEverBeenUsed(db: Db, userId: number): Promise<boolean> {
  const conditions = sql.join(
    usages.map(buildCondition => buildCondition(userId)),
    sql` or `,
  )
  const { rows } = await db.execute(sql`select where ${conditions}`)
  return rows.length > 0
}

/** Returns true if replacing the user's keys would make data undecryptable, or make a key backup useless. */
export async function canKeyReplacementLoseData(db: Db, userId: number): Promise<boolean> {
  return (
    (await db.$count(keyWraps, eq(keyWraps.userId, userId))) > 0 || haveEncryptionKeysEverBeenUsed(db, userId)
  )
}
