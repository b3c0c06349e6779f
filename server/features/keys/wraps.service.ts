import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import type { Wrap } from '#shared/contracts/keys.ts'
import { requireGen } from './newest-keys.service.ts'

/** The recovery phrase, and so many passkeys. */
const mostWraps = 10

const ofNewest = (userId: number) =>
  and(
    eq(keyWraps.userId, userId),
    sql`${keyWraps.gen} = (select max(k.gen) from user_keys k where k.user_id = ${userId})`,
  )

/** Of the newest keys. */
export async function listWraps({ db, actor }: SignedIn): Promise<Wrap[]> {
  const { gen, kind, credentialId, blob } = keyWraps
  return db
    .select({ gen, kind, credentialId, blob })
    .from(keyWraps)
    .where(ofNewest(actor.id))
    .orderBy(asc(keyWraps.id))
}

/** One more way to the same keys; a passkey that was there already holds what came last. */
export async function addWrap(context: SignedIn, wrap: Wrap): Promise<void> {
  if (wrap.kind !== 'passkey' || wrap.credentialId === null) throw badInput()
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requireGen(db, actor.id, wrap.gen)
    await db
      .insert(keyWraps)
      .values({ userId: actor.id, ...wrap })
      .onConflictDoUpdate({
        target: [keyWraps.userId, keyWraps.gen, keyWraps.credentialId],
        set: { blob: wrap.blob },
      })
    const [row] = await db.select({ count: count() }).from(keyWraps).where(ofNewest(actor.id))
    if ((row?.count ?? 0) > mostWraps) throw conflict()
    await recordEvent(tx, {
      kind: 'keys.passkey_added',
      target: userTarget(actor),
      touches: { topics: ['keys'], to: { users: [actor.id] } },
    })
  })
}
