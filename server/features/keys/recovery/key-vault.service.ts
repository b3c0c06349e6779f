import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { keyVaults } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import type { VaultBody } from '#shared/contracts/keys/vault.schemas.ts'

export async function readEncryptedKeyVault({ db, actor }: SignedInContext) {
  const { version, blob } = keyVaults
  const [vault = null] = await db
    .select({ version, blob })
    .from(keyVaults)
    .where(eq(keyVaults.userId, actor.id))
  return { vault }
}

/**
 * Saves the user's key vault (encrypted key backup). Fails with `vault_moved` unless `before` is the stored version.
 */
export async function saveEncryptedKeyVault(
  context: SignedInContext,
  { before, version, blob }: VaultBody,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const { userId } = keyVaults
    const saved = await (before === 0
      ? db
          .insert(keyVaults)
          .values({ userId: actor.id, version, blob })
          .onConflictDoNothing()
          .returning({ userId })
      : db
          .update(keyVaults)
          .set({ version, blob, createdAt: sql`now()` })
          .where(and(eq(userId, actor.id), eq(keyVaults.version, before)))
          .returning({ userId }))
    if (saved.length === 0) throw conflict('vault_moved')
  })
}
