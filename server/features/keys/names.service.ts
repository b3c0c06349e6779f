import { sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { userNames } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { touch } from '#server/events/events.service.ts'
import { readName } from '#shared/e2ee/name.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { findGens } from './newest-keys.service.ts'
import { verify } from './verify.ts'

/** Stores the caller's signed name. The name must equal the full name of the account, and `rev` must increase. */
export async function signMyName(context: SignedIn, signed: Signed): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const { published } = await findGens(db, actor.id)
    if (!published) throw conflict('keys_moved')
    const statement = await readName(published.card, signed, verify)
    if (statement?.name !== actor.fullName) throw badInput()
    const { userId, gen, rev } = statement
    const row = { gen, rev, ...signed }
    const { rowCount } = await db
      .insert(userNames)
      .values({ userId, ...row })
      .onConflictDoUpdate({
        target: userNames.userId,
        set: { ...row, createdAt: sql`now()` },
        setWhere: sql`${userNames.rev} < ${rev}`,
      })
    if (rowCount === 0) throw conflict()
    await touch(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
