// Dependents of a user's keys: data that would be lost if the keys were replaced without the old ones.
// Publishing, withdrawing and replacing keys all ask here, so a further kind of dependent is added in this file alone.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'

/** Conditions under which something was encrypted to, or signed for, one of the user's published keys. */
const usages: ((userId: number) => SQL)[] = [
  userId => sql`exists (select from epoch_boxes where user_id = ${userId})`,
  userId => sql`exists (
    select from group_members m join group_roster r on r.group_id = m.group_id
      join user_keys k on k.user_id = m.user_id
     where m.user_id = ${userId} and position(k.card->>'sign' in r.body) > 0)`,
  // A voter and a trustee need their keys until the election is over.
  userId => sql`exists (
    select from elections e where e.status not in ('draft', 'published', 'annulled')
       and (exists (select from election_voters v where v.election_id = e.id and v.user_id = ${userId})
         or exists (select from election_trustee_secrets s where s.election_id = e.id and s.user_id = ${userId})))`,
]

/** Returns true once an epoch key or a signed roster entry uses any of the user's published keys. */
export async function areKeysUsed(db: Db, userId: number): Promise<boolean> {
  const conditions = sql.join(
    usages.map(buildCondition => buildCondition(userId)),
    sql` or `,
  )
  const { rows } = await db.execute(sql`select where ${conditions}`)
  return rows.length > 0
}

/** Returns true if replacing the user's keys would lose something: keys in use, or a backup of the seed. */
export async function hasKeyDependents(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(keyWraps, eq(keyWraps.userId, userId))) > 0 || areKeysUsed(db, userId)
}
