import { sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { userNames } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { findNewestPublishedAndWithdrawnPublicKeys } from '#server/features/keys/cards/key-generations.service.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { verifySignedUserName } from '#shared/e2ee/name-statement.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'

/**
 * Stores the caller's signed name. The name must equal the full name of the account, and the revision `rev` must
 * increase.
 */
export async function saveFullNameSignedByUser(context: SignedInContext, signed: Signed): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const { published } = await findNewestPublishedAndWithdrawnPublicKeys(db, actor.id)
    if (!published) throw conflict('keys_moved')
    const statement = await verifySignedUserName(published.card, signed, verifySignature)
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
    await invalidateClientCache(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
